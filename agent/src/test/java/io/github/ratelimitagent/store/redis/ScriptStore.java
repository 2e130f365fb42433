package io.github.ratelimitagent.store.redis;

import io.github.ratelimitagent.limit.BucketStore;
import io.github.ratelimitagent.limit.Claim;
import io.github.ratelimitagent.limit.Decision;
import java.util.List;
import redis.clients.jedis.RedisClient;

/** The script on a plain pooled client: the least that makes a store of it, for tests. */
final class ScriptStore implements BucketStore {
  private final RedisClient redis;
  private final BucketScript script;
  private final String prefix;

  ScriptStore(RedisClient redis, BucketScript script, String prefix) {
    this.redis = redis;
    this.script = script;
    this.prefix = prefix;
    redis.scriptLoad(new String(script.text(), java.nio.charset.StandardCharsets.UTF_8));
  }

  @Override
  public Decision acquire(List<Claim> claims) {
    int never = Claim.firstThatNeverFits(claims);
    return never >= 0
        ? Decision.never(never)
        : run(ScriptCall.acquire(prefix, claims)).decision(0, claims.size(), false);
  }

  @Override
  public void refund(List<Claim> claims) {
    run(ScriptCall.refund(prefix, claims));
  }

  ScriptReply run(ScriptCall call) {
    return ScriptReply.of(redis.evalsha(script.sha1(), call.keys(), call.args()));
  }

  @Override
  public void close() {}
}
