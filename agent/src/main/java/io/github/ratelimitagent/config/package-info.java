/** Reads the configuration: HOCON files to immutable settings, or every problem with its place. */
@NullMarked
package io.github.ratelimitagent.config;

import org.jspecify.annotations.NullMarked;
