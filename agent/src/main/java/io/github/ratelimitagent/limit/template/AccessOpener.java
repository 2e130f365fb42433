package io.github.ratelimitagent.limit.template;

/** Makes the members of a class reachable by reflection from the agent. */
public interface AccessOpener {
  /**
   * Opens the package of {@code declaring} to the agent, so that {@code setAccessible} succeeds on
   * its members. Does nothing where there are no modules, or when it is open already. Called at
   * most once for each class and member that a template reads.
   */
  void open(Class<?> declaring);
}
