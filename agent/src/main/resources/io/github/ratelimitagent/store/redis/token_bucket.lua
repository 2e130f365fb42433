--[[
Token buckets, exact: takes permits from buckets, or reserves them, or denies and says when to retry.

A bucket is the hash at its key: `tokens`, decimal, negative while reservations are outstanding, and
`last_refill`, the server's clock at the last write, in seconds with 6 digits. A missing key is a full
bucket. Other clients may read and write the same hash. While tokens are negative it may also have
`free_turns`: reserved turns that were given back, as `turn:permits` in order, turns in microseconds
of the server's clock.

KEYS  the buckets, each once.
ARGV  per key: capacity, R, P (refill of R tokens in P microseconds, in lowest terms);
      then the acquires in order, each: how many equal ones follow each other, its number of claims,
      and per claim: index of the key from 1, permits, max-wait in microseconds.
      -1 claims are one claim that leases: a fourth number is the most permits that it may be given
      when the permits are there now, of which it is given at most half of the tokens.
      Negative permits are a refund: up to the capacity, and nothing where the key is missing. In
      the place of max-wait is the turn that was answered for them, 0 if no claim had to wait.
      Permits above the capacity are not for this script: they can never be had.
      The common call, equal acquires of one claim on each of the buckets, is told by less, once for
      all: capacity, R, P, permits, and when they are not 0, 1 and none: max-wait, times, most permits
      of a lease.
Reply two integers per acquire: v, d. Of the common call, those of the first bucket come first.
      v = 0   allowed now; d whole tokens are left in the emptiest bucket, of a lease, d permits are
              given
      v > 0   allowed in v microseconds; d is the list of the claims' turns, in microseconds of the
              server's clock: now for permits that are there already
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

Turns. A turn stands for the refill that comes before it, from the turn before. So a reservation that
is given back makes no other turn earlier, or two calls would have theirs at one moment. If it was the
last of the line the debt shrinks, also by the free turns that are the last then. If not, its turn is
free, for the next acquire of no more permits that would wait; what nobody takes in time is lost, as is
the earliest when there are more than 100. Given back after its time, a reservation is worth what the
refill has not brought anew since.

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

Not promised: fairness between callers that poll, nor the order of arrival where a turn is given back;
that a window of time sees none of the permits that were taken at once and given back later; anything
about a bucket that was evicted or lost in a failover (it is full); exact counting with clients that
round what they write.
]]
local call, floor, ceil, max, format = redis.call, math.floor, math.ceil, math.max, string.format
local KEYS, ARGV = KEYS, ARGV
local MOST = 1125899906842624 -- 2^50
local SHORTER = 34359738368 -- 2^35
local SHORT = 17592186044416 -- 2^44
local LONGEST_LAG = 10000000
local MARGIN_MILLIS = 1000
local MOST_FREE_TURNS = 100

local time = call('TIME')
local now = time[1] * 1000000 + time[2]
local nowText
local common = #ARGV < 8
local count, read = #KEYS, call
local buckets = not common and {}
local price, rate, full, take, patience, times, most
local reply, said = {0, 0}, 0 -- with room for one answer
local settle, settleAll, textOf -- of what is more than the common call without waits

if common then
  price, rate, full, take = ARGV[3] + 0, ARGV[2] + 0, ARGV[1] * ARGV[3], ARGV[4] * ARGV[3]
  patience, times, most = (ARGV[5] or 0) + 0, (ARGV[6] or 1) + 0, ARGV[7]
  if count > 1 then
    read = redis.pcall
  end
end

-- only where it is needed: making the functions costs a third of a call
local prepare = (buckets or patience > 0) and function()
  -- when the last of the line has its turn
  local function lastTurn(b)
    return now + b.lag + ceil(max(0, -b.units) / b.rate)
  end

  -- those that can still be taken; a bucket that owes nothing has none
  local function freeTurns(b)
    if not b.free then
      b.free = {}
      local text = b.owes and call('HMGET', b.key, 'free_turns')[1] or ''
      for turn, permits in string.gmatch(text, '(%d+):(%d+)') do
        if turn + 0 >= now + b.lag then
          b.free[#b.free + 1] = {at = turn + 0, permits = permits + 0}
        end
      end
    end
    return b.free
  end

  local function findTurn(b)
    local free, last = freeTurns(b), lastTurn(b)
    for i = 1, #free do
      if free[i].permits >= b.permits and free[i].at < last then
        return free[i].at - now <= b.patience and i or nil
      end
    end
  end

  local function useTurn(b, i)
    local turn = b.free[i]
    turn.permits = turn.permits - b.permits
    if turn.permits == 0 then
      table.remove(b.free, i)
    end
    b.freed = true
  end

  -- the units of a bucket that gets the reservation for a turn back
  local function giveBack(b, turn)
    local units, late = b.units, now + b.lag - turn
    if late >= 0 then
      return units < 0 and units or units + max(0, -b.take - late * b.rate)
    end
    local free, place = freeTurns(b), 1
    while free[place] and free[place].at <= turn do
      place = place + 1
    end
    table.insert(free, place, {at = turn, permits = -b.permits})
    local last = lastTurn(b)
    while #free > 0 and free[#free].at >= last do
      local ending = table.remove(free)
      if ending.at == last then
        b.units = b.units + ending.permits * b.price
        last = lastTurn(b)
      end
    end
    if #free > MOST_FREE_TURNS then
      table.remove(free, 1)
    end
    b.freed = true
    return b.units
  end

  -- equal acquires, of a claim on each of the buckets
  settle = function(claimed, times, most)
    for _ = 1, times do
      local turn, retry, detail = 0, 0, 0
      for c = 1, #claimed do
        local b = claimed[c]
        local missing = b.take - b.units
        b.turn, b.used = now + b.lag, nil
        if missing > 0 and b.take > 0 then
          local wait = ceil(missing / b.rate) + b.lag
          b.used = b.patience > 0 and findTurn(b)
          if b.used then
            wait = b.free[b.used].at - now
          end
          b.turn = now + wait
          if wait <= b.patience then
            turn = max(turn, wait)
          elseif wait > retry then
            retry, detail = wait, c - 1
          end
        end
      end
      if retry > 0 then
        turn = -retry
      else
        detail = MOST
        local turns = {}
        for c = 1, #claimed do
          local b = claimed[c]
          local left, taken = b.units - b.take, b.take
          if most and turn == 0 then
            taken = max(taken, math.min(most, floor(b.units / (2 * b.price))) * b.price)
            left = b.units - taken
          elseif b.used then
            left = b.units
            useTurn(b, b.used)
          elseif b.take < 0 and b.patience > 0 and b.exists then
            left = giveBack(b, b.patience)
          end
          left = math.min(left, b.full)
          if b.take > 0 or b.exists then
            b.units, b.exists, b.changed = left, true, true
          end
          turns[c] = b.turn
          detail = most and taken / b.price or max(0, math.min(detail, floor(left / b.price)))
        end
        if turn > 0 then
          detail = turns
        end
      end
      reply[said + 1], reply[said + 2] = turn, detail
      said = said + 2
    end
  end

  settleAll = function()
    local at = 3 * count + 1
    while ARGV[at] do
      local claimed, times, claims = {}, ARGV[at] + 0, ARGV[at + 1] + 0
      local lease = claims < 0
      at = at + 2
      for c = 1, lease and 1 or claims do
        local b = buckets[ARGV[at] + 0]
        b.permits, b.patience = ARGV[at + 1] + 0, ARGV[at + 2] + 0
        b.take = b.permits * b.price
        claimed[c] = b
        at = at + 3
      end
      settle(claimed, times, lease and ARGV[at] + 0)
      at = at + (lease and 1 or 0)
    end
  end

  textOf = function(free)
    local words = {}
    for i = 1, #free do
      words[i] = format('%.0f:%.0f', free[i].at, free[i].permits)
    end
    return table.concat(words, ' ')
  end
end

-- the common call settles each bucket when it is read; any other all of them, and writes them then
for i = 1, common and count or 2 * count do
  local key, units, lag, changed, b = KEYS[i], full, 0, false, nil
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
    local due = common and times or 0
    local fault = hash.err
    while due > 0 and (patience == 0 or fault or (take > 0 and take <= units)) do
      local turn, detail, taken = 0, 0, take
      if fault then
        turn = fault
      elseif take > units and take > 0 then
        turn = -ceil((take - units) / rate) - lag
      else
        if most then
          taken = max(take, math.min(most + 0, floor(units / (2 * price))) * price)
          detail = taken / price
        end
        local left = units - taken
        if left > full then
          left = full
        end
        if take > 0 or exists then
          units, changed = left, true
        end
        if not most and left > 0 then
          detail = floor(left / price)
        end
      end
      reply[said + 1], reply[said + 2] = turn, detail
      said, due = said + 2, due - 1
    end
    if buckets or due > 0 then
      if not settle then
        prepare()
      end
      b = {
        key = key, price = price, rate = rate, full = full, units = units, lag = lag,
        changed = changed, exists = exists or changed, owes = tokens and tokens < 0
      }
    end
    if due > 0 then
      b.permits, b.take, b.patience = ARGV[4] + 0, take, patience
      settle({b}, due, most and most + 0)
    elseif buckets then
      buckets[i], changed = b, false
      if i == count then
        settleAll()
      end
    end
  else
    b = buckets[i - count]
  end
  if b and (common or i > count) then
    key, price, rate, full = b.key, b.price, b.rate, b.full
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
    if b and b.freed then
      call('HSET', key, 'free_turns', textOf(b.free))
    end
    call('PEXPIRE', key, ceil(((full - units) / rate + lag) / 1000) + MARGIN_MILLIS)
  end
end
return reply
