/** Templates of keys, permits and conditions: parsing, binding to a method, rendering of a call. */
@NullMarked
package io.github.ratelimitagent.limit.template;

import org.jspecify.annotations.NullMarked;
