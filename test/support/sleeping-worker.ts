/** A worker that sleeps in one call, as in native code that never returns: it handles no message and no end of its pool. */
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
