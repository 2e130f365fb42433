--[[
Token buckets, exact: takes permits from buckets, or reserves them, or denies and says when to retry.

A bucket is the hash at its key: `tokens`, decimal, negative while reservations are outstanding, and
`last_refill`, the server's clock at the last write, in seconds with 6 digits. A missing key is a full
bucket. Other clients may read and write the same hash.

KEYS  the buckets, each once.
ARGV  per key: capacity, R, P (refill of R tokens in P microseconds, in lowest terms);
      then the acquires in order, each: how many equal ones follow each other, its number of claims,
      and per claim: index of the key from 1, permits, max-wait in microseconds.
      -1 claims are one claim that leases: a fourth number is the most permits that it may be given
      when the permits are there now, of which it is given at most half of the tokens.
      Negative permits are a refund: up to the capacity, and nothing where the key is missing.
      Permits above the capacity are not for this script: they can never be had.
      The common call, equal acquires of one claim on each of the buckets, is told by less, once for
      all: capacity, R, P, permits, and when they are not 0, 1 and none: max-wait, times, most permits
      of a lease.
Reply two integers per acquire: v, d. Of the common call, those of the first bucket come first.
      v >= 0  allowed, the turn is in v microseconds; d whole tokens are left in the emptiest bucket,
              of a lease, d permits are given
      v < 0   denied, nothing is taken; the permits will be there in -v microseconds, exactly;
              claim d (from 0) denied: of those that did the one with the longest time, then the first
      v = text: of a common call with several buckets, this one's cannot be read, and that is why; the
              others are not concerned

Algorithm. One token is P units, one microsecond is worth R units: all sums are of whole units, and
the caller keeps (capacity + refill over max-wait + permits) * P within 2^50, so that a double holds
every sum and rounds no quotient across a whole number. Tokens are read as floor(tokens * P + 0.25):
what this script wrote, in 12 digits below 2^35 units, in 15 below 2^44 and in 17 above, comes back
as the same unit.
All acquires run at one server time, one after the other. An acquire is allowed when every claim's
turn is within its max-wait; the turn is when the refill has paid what is missing. All keys of an
acquire are read before any is written. A write sets the expiry to the time to full, rounded up, and
a second.

Clock. A `last_refill` ahead of the clock (failover, clock set back) by no more than the time from
empty to full, nor 10 s, stands still until the clock is there: no refill, and turns are later by as
much. Further ahead, or unreadable, it becomes now with the tokens as they are; only then is a bucket
written although its acquire is denied (or it would stay denied).

Example. Capacity 10, refill 5/s: R = 1, P = 200000, full at 2000000 units. At 100.000000 s a missing
key is full; one permit leaves 1800000 units: tokens 9, last_refill 100.000000, PEXPIRE 1200. At
100.300000 s 300000 units have come: full again. Eleven acquires of one permit at that moment: ten are
allowed; the eleventh lacks 200000 units: -200000, or with a max-wait of 1 s allowed with a wait of
200000 and tokens -1.

The common call does without tables: a third of what this script costs beyond its commands. A reply
with room for its two numbers, a time that is not formatted anew, few digits and few arguments save
it another twelfth. Of many buckets, each costs little more than half of what it costs alone.

Not promised: fairness between callers that poll; anything about a bucket that was evicted or lost in
a failover (it is full); exact counting with clients that round what they write.
]]
local call, floor, ceil, format = redis.call, math.floor, math.ceil, string.format
local KEYS, ARGV = KEYS, ARGV
local MOST = 1125899906842624 -- 2^50
local SHORTER = 34359738368 -- 2^35
local SHORT = 17592186044416 -- 2^44
local LONGEST_LAG = 10000000
local MARGIN_MILLIS = 1000

local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local nowText
local common = #ARGV < 8
local count, read = #KEYS, call
local buckets, settle -- of a call that is not common
local price, rate, full, take, patience, times, most
local reply, said = {0, 0}, 0 -- with room for one answer

if common then
  price, rate, full, take = ARGV[3] + 0, ARGV[2] + 0, ARGV[1] * ARGV[3], ARGV[4] * ARGV[3]
  patience, times, most = (ARGV[5] or 0) + 0, (ARGV[6] or 1) + 0, ARGV[7]
  if count > 1 then
    read = redis.pcall
  end
else
  buckets = {}
  settle = function()
    local claimed = {}
    local at = 3 * #KEYS + 1

    while ARGV[at] do
      local times, claims, most = tonumber(ARGV[at]), tonumber(ARGV[at + 1]), nil
      at = at + 2
      if claims < 0 then
        claims, most = 1, tonumber(ARGV[at + 3])
      end
      for c = 1, claims do
        local b = buckets[tonumber(ARGV[at])]
        claimed[c] = b
        b.take = ARGV[at + 1] * b.price
        b.patience = tonumber(ARGV[at + 2])
        at = at + 3
      end
      if most then
        at = at + 1
      end
      for _ = 1, times do
        local turn, retry, detail = 0, 0, 0
        for c = 1, claims do
          local b = claimed[c]
          local missing = b.take - b.units
          if missing > 0 and b.take > 0 then
            local wait = ceil(missing / b.rate) + b.lag
            if wait <= b.patience then
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
            local b = claimed[c]
            local taken = b.take
            if most and turn == 0 then
              taken = math.max(taken, math.min(most, floor(b.units / (2 * b.price))) * b.price)
            end
            local left = b.units - taken
            if left > b.full then
              left = b.full
            end
            if b.take > 0 or b.exists then
              b.units, b.exists, b.changed = left, true, true
            end
            b.given = taken / b.price
            local whole = floor(left / b.price)
            if whole < detail then
              detail = whole
            end
          end
          if detail < 0 then
            detail = 0
          end
          if most then
            detail = claimed[1].given
          end
        end
        reply[said + 1], reply[said + 2] = turn, detail
        said = said + 2
      end
    end
  end
end

-- the common call settles each bucket when it is read; any other all of them, and writes them then
for i = 1, common and count or 2 * count do
  local key, units, lag, changed = KEYS[i], full, 0, false
  if i <= count then
    if buckets then
      price, rate, full = ARGV[3 * i] + 0, ARGV[3 * i - 1] + 0, ARGV[3 * i - 2] * ARGV[3 * i]
      units = full
    end
    local hash = read('HMGET', key, 'tokens', 'last_refill')
    local exists, tokens, last = hash[1], tonumber(hash[1]), tonumber(hash[2])
    if tokens and tokens == tokens then
      units = floor(tokens * price + 0.25)
      if units > full then
        units = full
      elseif units < -MOST then
        units = -MOST
      end
    end
    if last and last == last then
      local elapsed = now - floor(last * 1000000 + 0.5)
      if elapsed > 0 then
        units = units + elapsed * rate
        if units > full then
          units = full
        end
      elseif elapsed < 0 then
        lag = -elapsed
        if lag > LONGEST_LAG or lag > ceil(full / rate) then
          lag, changed = 0, true
        end
      end
    elseif exists then
      changed = true
    end
    if common then
      local fault = hash.err
      for _ = 1, times do
        local turn, detail, taken = 0, 0, take
        if take > units and take > 0 then
          turn = ceil((take - units) / rate) + lag
        elseif most then
          taken = math.max(take, math.min(most + 0, floor(units / (2 * price))) * price)
        end
        if fault then
          turn = fault
        elseif turn > patience then
          turn = -turn
        else
          local left = units - taken
          if left > full then
            left = full
          end
          if take > 0 or exists then
            units, changed = left, true
          end
          if most then
            detail = taken / price
          elseif left > 0 then
            detail = floor(left / price)
          end
        end
        reply[said + 1], reply[said + 2] = turn, detail
        said = said + 2
      end
    else
      buckets[i] = {
        price = price, rate = rate, full = full, units = units, lag = lag, changed = changed,
        exists = exists
      }
      changed = false
      if i == count then
        settle()
      end
    end
  else
    local b = buckets[i - count]
    key, price, rate, full = KEYS[i - count], b.price, b.rate, b.full
    units, lag, changed = b.units, b.lag, b.changed
  end

  if changed then
    local stamp = nowText
    if lag ~= 0 or #time[2] < 6 then
      local seconds = floor((now + lag) / 1000000)
      stamp = format('%d.%06d', seconds, now + lag - seconds * 1000000)
    elseif not stamp then
      stamp = time[1] .. '.' .. time[2]
      nowText = stamp
    end
    local digits = '%.17g'
    if units < SHORTER and units > -SHORTER then
      digits = '%.12g'
    elseif units < SHORT and units > -SHORT then
      digits = '%.15g'
    end
    call('HSET', key, 'tokens', format(digits, units / price), 'last_refill', stamp)
    call('PEXPIRE', key, ceil(((full - units) / rate + lag) / 1000) + MARGIN_MILLIS)
  end
end
return reply
