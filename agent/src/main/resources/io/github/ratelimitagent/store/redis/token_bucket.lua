--[[
Token buckets, exact: takes permits from buckets, or reserves them, or denies and says when to retry.

A bucket is the hash at its key: `tokens`, decimal, negative while reservations are outstanding, and
`last_refill`, the server's clock at the last write, in seconds with 6 digits. A missing key is a full
bucket. Other clients may read and write the same hash.

KEYS  the buckets, each once.
ARGV  per key: capacity, R, P (refill of R tokens in P microseconds, in lowest terms);
      then the acquires in order, each: how many equal ones follow each other, its number of claims,
      and per claim: index of the key from 1, permits, max-wait in microseconds.
      Negative permits are a refund: up to the capacity, and nothing where the key is missing.
      Permits above the capacity are not for this script: they can never be had.
Reply two integers per acquire: v, d.
      v >= 0  allowed, the turn is in v microseconds; d whole tokens are left in the emptiest bucket
      v < 0   denied, nothing is taken; the permits will be there in -v microseconds, exactly;
              claim d (from 0) denied: of those that did the one with the longest time, then the first

Algorithm. One token is P units, one microsecond is worth R units: all sums are of whole units, and
the caller keeps (capacity + refill over max-wait + permits) * P within 2^50, so that a double holds
every sum and rounds no quotient across a whole number. Tokens are read as floor(tokens * P + 0.25):
what this script wrote, in 15 digits below 2^44 units and in 17 above, comes back as the same unit.
All acquires run at one server time, one after the other. An acquire is allowed when every claim's
turn is within its max-wait; the turn is when the refill has paid what is missing. All keys are read
before any is written. A write sets the expiry to the time to full, rounded up, and a second.

Clock. A `last_refill` ahead of the clock (failover, clock set back) by no more than the time from
empty to full, nor 10 s, stands still until the clock is there: no refill, and turns are later by as
much. Further ahead, or unreadable, it becomes now with the tokens as they are; only then is a bucket
written although its acquire is denied (or it would stay denied).

Example. Capacity 10, refill 5/s: R = 1, P = 200000, full at 2000000 units. At 100.000000 s a missing
key is full; one permit leaves 1800000 units: tokens 9, last_refill 100.000000, PEXPIRE 1200. At
100.300000 s 300000 units have come: full again. Eleven acquires of one permit at that moment: ten are
allowed; the eleventh lacks 200000 units: -200000, or with a max-wait of 1 s allowed with a wait of
200000 and tokens -1.

Not promised: fairness between callers that poll; anything about a bucket that was evicted or lost in
a failover (it is full); exact counting with clients that round what they write.
]]
local call, floor, ceil, format = redis.call, math.floor, math.ceil, string.format
local MOST = 1125899906842624 -- 2^50
local SHORT = 17592186044416 -- 2^44
local LONGEST_LAG = 10000000
local MARGIN_MILLIS = 1000

local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local price, rate, full, units, lag, exists, changed = {}, {}, {}, {}, {}, {}, {}

for i = 1, #KEYS do
  local p, r = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i - 1])
  local most = ARGV[3 * i - 2] * p
  local hash = call('HMGET', KEYS[i], 'tokens', 'last_refill')
  local tokens, last = tonumber(hash[1]), tonumber(hash[2])
  local u, ahead = most, 0
  if tokens and tokens == tokens then
    u = floor(tokens * p + 0.25)
    if u > most then
      u = most
    elseif u < -MOST then
      u = -MOST
    end
  end
  if last and last == last then
    local elapsed = now - floor(last * 1000000 + 0.5)
    if elapsed > 0 then
      if elapsed >= ceil((most - u) / r) then
        u = most
      else
        u = u + elapsed * r
      end
    elseif elapsed < 0 then
      ahead = -elapsed
      if ahead > LONGEST_LAG or ahead > ceil(most / r) then
        ahead, changed[i] = 0, true
      end
    end
  elseif hash[1] or hash[2] then
    changed[i] = true
  end
  price[i], rate[i], full[i], units[i], lag[i] = p, r, most, u, ahead
  exists[i] = hash[1] or hash[2]
end

local reply, said = {}, 0
local at = 3 * #KEYS + 1
local index, take, patience = {}, {}, {}

while ARGV[at] do
  local times, claims = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  at = at + 2
  for c = 1, claims do
    local i = tonumber(ARGV[at])
    index[c], take[c], patience[c] = i, ARGV[at + 1] * price[i], tonumber(ARGV[at + 2])
    at = at + 3
  end
  for _ = 1, times do
    local turn, retry, detail = 0, 0, 0
    for c = 1, claims do
      local i = index[c]
      local missing = take[c] - units[i]
      if missing > 0 and take[c] > 0 then
        local wait = ceil(missing / rate[i]) + lag[i]
        if wait <= patience[c] then
          if wait > turn then
            turn = wait
          end
        elseif wait > retry then
          retry, detail = wait, c - 1
        end
      end
    end
    if retry > 0 then
      turn = -retry
    else
      detail = MOST
      for c = 1, claims do
        local i = index[c]
        local left = units[i] - take[c]
        if left > full[i] then
          left = full[i]
        end
        if take[c] > 0 or exists[i] then
          units[i], exists[i], changed[i] = left, true, true
        end
        local whole = floor(left / price[i])
        if whole < detail then
          detail = whole
        end
      end
      if detail < 0 then
        detail = 0
      end
    end
    reply[said + 1], reply[said + 2] = turn, detail
    said = said + 2
  end
end

for i = 1, #KEYS do
  if changed[i] then
    local u, stamp = units[i], now + lag[i]
    local seconds = floor(stamp / 1000000)
    local digits = u < SHORT and u > -SHORT and '%.15g' or '%.17g'
    call('HSET', KEYS[i], 'tokens', format(digits, u / price[i]),
      'last_refill', format('%d.%06d', seconds, stamp - seconds * 1000000))
    local toFull = ceil((full[i] - u) / rate[i]) + lag[i]
    call('PEXPIRE', KEYS[i], ceil(toFull / 1000) + MARGIN_MILLIS)
  end
end
return reply
