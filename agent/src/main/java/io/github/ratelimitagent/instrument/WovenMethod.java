package io.github.ratelimitagent.instrument;

import java.util.List;

/** How a method is woven. Immutable. */
final class WovenMethod {
  final int site;
  final boolean withArguments;
  final boolean reusesSlots;
  final List<CoveredLimit> limits;

  /**
   * A method with its number.
   *
   * @param withArguments whether a limit looks at arguments
   * @param reusesSlots whether the slot of a parameter may hold something else later
   */
  WovenMethod(int site, boolean withArguments, boolean reusesSlots, List<CoveredLimit> limits) {
    this.site = site;
    this.withArguments = withArguments;
    this.reusesSlots = reusesSlots;
    this.limits = limits;
  }

  WovenMethod withReusedSlots() {
    return new WovenMethod(site, withArguments, true, limits);
  }
}
