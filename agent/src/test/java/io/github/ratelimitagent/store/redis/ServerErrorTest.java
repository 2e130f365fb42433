package io.github.ratelimitagent.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerErrorTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          NOSCRIPT No matching script. Please use EVAL.                                    | NOSCRIPT
          LOADING Redis is loading the dataset in memory                                   | LOADING
          READONLY You can't write against a read only replica.                            | READONLY
          READONLY You can't write against a read only replica. script: f00, on @user_script:9. | READONLY
          ERR Error running script (call to f_ab12): @user_script:9: @user_script: 9: -READONLY You can't write. | READONLY
          ERR Error running script (call to f_ab12): @user_script:9: WRONGTYPE Operation against a key | WRONGTYPE
          ERR Error running script (call to f_ab12): @user_script: 9: -OOM command not allowed | OOM
          OOM command not allowed when used memory > 'maxmemory'.                          | OOM
          MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'. | MASTERDOWN
          CLUSTERDOWN Hash slot not served                                                 | CLUSTERDOWN
          TRYAGAIN Multiple keys request during rehashing of slot                          | TRYAGAIN
          MOVED 3999 127.0.0.1:6381                                                        | MOVED
          ASK 3999 127.0.0.1:6381                                                          | ASK
          BUSY Redis is busy running a script.                                             | BUSY
          MISCONF Redis is configured to save RDB snapshots                                | MISCONF
          NOREPLICAS Not enough good replicas to write.                                    | NOREPLICAS
          NOAUTH Authentication required.                                                  | NOAUTH
          WRONGPASS invalid username-password pair or user is disabled.                    | WRONGPASS
          NOPERM this user has no permissions to run the 'evalsha' command                 | NOPERM
          ERR The user executing the script can't run this command or subcommand           | NOPERM
          ERR ACL failure in script: User app has no permissions to run the 'hmget' command script: 81, on @user_script:54. | NOPERM
          ERR something else, about OOM and READONLY                                       | OTHER
          ERR                                                                              | OTHER
          NEWCODE of a later server                                                        | OTHER
          """)
  void of_message_isTheWordThatCounts(String message, ServerError error) {
    assertThat(ServerError.of(message)).isEqualTo(error);
  }
}
