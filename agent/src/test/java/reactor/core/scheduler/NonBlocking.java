package reactor.core.scheduler;

/** As Reactor marks threads that must not block. */
public interface NonBlocking {}
