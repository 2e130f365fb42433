package com.acme.woven;

import reactor.core.scheduler.NonBlocking;

/** A thread of a framework's event loop. */
public class EventLoopThread extends Thread implements EventLoopMark {
  public EventLoopThread(Runnable body) {
    super(body, "reactor-http-1");
  }
}

/** The framework's mark, by way of another. */
interface EventLoopMark extends NonBlocking {}
