import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { familyOf, isInternet, isPublic, isWholeInternet, prefixLength } from './ranges.ts'

const cases: readonly [range: string, internet: boolean, open: boolean][] = [
  ['0.0.0.0/0', true, true],
  ['0.0.0.0/1', true, true],
  ['128.0.0.0/1', true, true],
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

test('a range tells its family and its length', () => {
  equal(familyOf('10.0.0.0/8'), 'ipv4')
  equal(familyOf('::/0'), 'ipv6')
  equal(prefixLength('10.0.0.0/8'), 8)
  equal(prefixLength('10.0.0.1'), 32)
  equal(prefixLength('::1'), 128)
})

test('half of IPv4 is enough to be open, and not enough to be closed', () => {
  equal(isInternet('0.0.0.0/1'), true)
  equal(isWholeInternet('0.0.0.0/1'), false)
  equal(isWholeInternet('0.0.0.0/0'), true)
  equal(isWholeInternet('2000::/3'), true)
})
