package io.github.ratelimitagent.instrument;

import java.util.List;

/** How a method is woven. Immutable. */
final class WovenMethod {
  final int site;
  final boolean withArguments;
  final List<CoveredLimit> limits;

  /**
   * A method with its number.
   *
   * @param withArguments whether a limit looks at arguments
   */
  WovenMethod(int site, boolean withArguments, List<CoveredLimit> limits) {
    this.site = site;
    this.withArguments = withArguments;
    this.limits = limits;
  }
}
