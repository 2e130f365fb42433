package io.github.ratelimitagent.store;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import io.github.ratelimitagent.limit.StoreException;
import java.util.List;

/** A store whose server goes away before a refund. */
record NoRefunds(BucketStore store) implements BucketStore {
  @Override
  public Decision acquire(List<Claim> claims) throws StoreException {
    return store.acquire(claims);
  }

  @Override
  public void refund(List<Claim> claims) throws StoreException {
    throw new StoreException(StoreException.Kind.UNAVAILABLE, "gone", null);
  }

  @Override
  public void close() {
    store.close();
  }
}
