/** Templates of keys, permits and conditions: parsing, binding to a method, rendering of a call. */
package io.github.ratelimitagent.limit.template;
