import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import {
  areInternet,
  familyOf,
  isInternet,
  isPublic,
  isWithin,
  letInternetIn,
  prefixLength,
} from './ranges.ts'

const cases: readonly [range: string, internet: boolean, open: boolean][] = [
  ['0.0.0.0/0', true, true],
  ['0.0.0.0/1', true, true],
  ['128.0.0.0/1', true, true],
  ['64.0.0.0/2', true, true],
  ['192.0.0.0/3', true, true],
  ['64.0.0.0/4', false, true],
  ['0.0.0.0/8', false, false],
  ['8.0.0.0/6', false, true], // reaches beyond 10.0.0.0/8
  ['8.8.8.8/32', false, true],
  ['8.8.8.8', false, true],
  ['10.0.0.0/8', false, false],
  ['10.1.2.3/32', false, false],
  ['10.0.0.0/7', false, true],
  ['172.16.0.0/12', false, false],
  ['172.32.0.0/12', false, true],
  ['192.168.1.0/24', false, false],
  ['100.64.0.0/10', false, false],
  ['224.0.0.0/4', false, false],
  ['::/0', true, true],
  ['::/1', true, true],
  ['2000::/3', true, true],
  ['::/3', false, false],
  ['8000::/1', false, false],
  ['2000::/6', true, true],
  ['2400::/7', false, true],
  ['2600:1f18::/32', false, true],
  ['fd00::/8', false, false],
  ['::1/128', false, false],
]

for (const [range, internet, open] of cases) {
  test(`${range} is ${internet ? '' : 'not '}the internet and ${open ? '' : 'not '}public`, () => {
    equal(isInternet(range), internet)
    equal(isPublic(range), open)
  })
}

const together: readonly [ranges: readonly string[], internet: boolean][] = [
  [[], false],
  [['10.0.0.0/8', 'everything'], false],
  [['64.0.0.0/4', '80.0.0.0/4'], true],
  // Duplicate and private ranges do not count.
  [['64.0.0.0/4', '64.0.0.0/4', '64.0.0.0/5'], false],
  [['64.0.0.0/4', '10.0.0.0/8', '172.16.0.0/12', '224.0.0.0/3'], false],
  [['64.0.0.0/4', '2400::/7'], false],
  [['2400::/7', '2a00::/7'], true],
  [['0.0.0.0/1', '128.0.0.0/1'], true],
  [['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2'], true],
  [['::/1', '8000::/1'], true],
  [['2000::/4', '3000::/4'], true],
]

for (const [ranges, internet] of together) {
  test(`${ranges.join(' and ') || 'nothing'} ${internet ? 'is' : 'is not'} the internet`, () =>
    equal(areInternet(ranges), internet))
}

const ordered: readonly [entries: readonly string[], open: readonly string[]][] = [
  [['+0.0.0.0/0'], ['+0.0.0.0/0']],
  [['-0.0.0.0/0', '+0.0.0.0/0'], []],
  [['-0.0.0.0/1', '-128.0.0.0/1', '+0.0.0.0/0'], []],
  [['-0.0.0.0/1', '+0.0.0.0/0'], ['+0.0.0.0/0']],
  [['-::/0', '+0.0.0.0/0'], ['+0.0.0.0/0']],
  [['+8.0.0.0/8', '+0.0.0.0/0'], ['+0.0.0.0/0']],
  [
    ['+64.0.0.0/4', '-96.0.0.0/4', '+10.0.0.0/8', '+80.0.0.0/4'],
    ['+64.0.0.0/4', '+80.0.0.0/4'],
  ],
  [['-80.0.0.0/4', '+64.0.0.0/4', '+80.0.0.0/4'], []],
  [
    ['+0.0.0.0/0', '+::/0', '+everything'],
    ['+0.0.0.0/0', '+::/0'],
  ],
]

for (const [entries, open] of ordered) {
  test(`of ${entries.join(', ')} ${open.join(' and ') || 'none'} lets the internet in`, () => {
    const given = entries.map((it) => ({ allow: it.startsWith('+'), range: it.slice(1) }))
    deepEqual(
      letInternetIn(given).map((it) => `+${it.range}`),
      open,
    )
  })
}

test('a range tells its family and its length', () => {
  equal(familyOf('10.0.0.0/8'), 'ipv4')
  equal(familyOf('::/0'), 'ipv6')
  equal(prefixLength('10.0.0.0/8'), 8)
  equal(prefixLength('10.0.0.1'), 32)
  equal(prefixLength('::1'), 128)
})

test('addresses are read in every way they are written, and nothing else is a range', () => {
  for (const same of ['2600::1', '2600:0:0:0:0:0:0:1', '2600::0.0.0.1', '2600::1/128']) {
    equal(isWithin(same, ['2600::1/128']), true, same)
    equal(isWithin('2600::1', [same]), true, same)
  }
  for (const none of [
    '',
    '8.8.8',
    '8.8.8.256',
    '2600:::1',
    '2600',
    '::/129',
    '1.2.3.4/33',
    '1::2::3',
  ]) {
    equal(isPublic(none), false, none)
    equal(Number.isNaN(prefixLength(none)), true, none)
  }
})

const within: readonly [range: string, by: readonly string[], whole: boolean][] = [
  ['10.30.0.0/16', ['10.0.0.0/8'], true],
  ['10.30.0.0/16', ['10.30.128.0/17', '10.30.0.0/17'], true],
  ['10.30.0.0/16', ['10.30.0.0/17'], false],
  ['10.30.0.0/16', ['::/0'], false],
  ['fd00::/8', ['::/0'], true],
  ['no range', ['0.0.0.0/0'], false],
]

for (const [range, by, whole] of within) {
  test(`all of ${range} lies ${whole ? '' : 'not '}in ${by.join(' and ')}`, () =>
    equal(isWithin(range, by), whole))
}
