package io.github.ratelimitagent.limit;

/** What a call does when the store does not answer. */
public enum FailurePolicy {
  /** The call goes through, unlimited, and is counted as bypassed. */
  ALLOW,
  /** The call is rejected at once. */
  DENY,
  /** The call is limited by this process alone, to its share of the limit. */
  IN_PROCESS
}
