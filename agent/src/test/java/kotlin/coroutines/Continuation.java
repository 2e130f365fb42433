package kotlin.coroutines;

/** As Kotlin's own is called. */
public interface Continuation {}
