// The checks of one service's ports: every id, with its ports and an adjacent one.
import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { type Check, unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import ssh from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_22.ts'
import rdp from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_3389.ts'
import cassandra from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_cassandra_7199_9160_8888.ts'
import elasticsearch from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_elasticsearch_kibana_9200_9300_5601.ts'
import ftp from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_ftp_20_21.ts'
import kafka from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_kafka_9092.ts'
import memcached from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_memcached_11211.ts'
import mongodb from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_mongodb_27017_27018.ts'
import mysql from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_mysql_3306.ts'
import oracle from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_oracle_1521_2483.ts'
import postgres from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_postgres_5432.ts'
import redis from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_redis_6379.ts'
import sqlServer from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_sql_server_1433_1434.ts'
import telnet from './ec2_securitygroup_allow_ingress_from_internet_to_tcp_port_telnet_23.ts'
import { anyReach, openings, origin } from './openings.ts'
import type { Rule, SecurityGroup } from './resources.ts'
import { allow, allowGroup, allowList, prefixList, securityGroup } from './worlds.ts'

const family: readonly [Check<SecurityGroup>, watched: readonly number[], beside: number][] = [
  [ssh, [22], 2022],
  [rdp, [3389], 3390],
  [cassandra, [7199, 9160, 8888], 9161],
  [elasticsearch, [9200, 9300, 5601], 9400],
  [ftp, [20, 21], 19],
  [kafka, [9092], 9093],
  [memcached, [11_211], 11_212],
  [mongodb, [27_017, 27_018], 27_016],
  [mysql, [3306], 3307],
  [oracle, [1521, 2483], 1522],
  [postgres, [5432], 5433],
  [redis, [6379], 6380],
  [sqlServer, [1433, 1434], 1435],
  [telnet, [23], 24],
]

const ingress = (...rules: ReturnType<typeof allow>[]) => securityGroup({ ingress: rules })
const everyone = [prefixList({ ranges: ['10.0.0.0/8', '0.0.0.0/0'] })]
const quarters = ['0.0.0.0/2', '64.0.0.0/2', '128.0.0.0/2', '192.0.0.0/2']
const offices = [prefixList()]

for (const [check, watched, beside] of family) {
  const [port = 0] = watched
  const byList = ingress(allowList('tcp', port, 'pl-1'))
  verify(check, {
    pass: [
      ingress(),
      ingress(allow('tcp', port, '10.0.0.0/8', 'fd00::/8'), allowGroup('sg-2')),
      ingress(allow('tcp', beside, '0.0.0.0/0')),
      ingress(allow('udp', port, '0.0.0.0/0')),
      ingress(allow('icmp', null, '0.0.0.0/0')),
      ingress(allow('tcp', port, '64.0.0.0/4'), allow('tcp', beside, '80.0.0.0/4')),
      given(byList, { joined: { prefixLists: offices } }),
    ],
    fail: [
      ...watched.map((each) => ingress(allow('tcp', each, '0.0.0.0/0'))),
      ingress(allow('tcp', port, '::/0')),
      ingress(allow('tcp', [port - 1, port + 1], '10.0.0.0/8', '0.0.0.0/0')),
      ingress(allow('tcp', null, '128.0.0.0/1')),
      ingress(allow('-1', null, '::/0')),
      // Ranges that are too narrow individually open a port together.
      ingress(...quarters.map((range) => allow('tcp', port, range))),
      ingress(allow('tcp', [port - 1, port], '64.0.0.0/4'), allow('-1', null, '80.0.0.0/4')),
      given(ingress(allow('tcp', port, '64.0.0.0/4'), allowList('tcp', port, 'pl-1')), {
        joined: { prefixLists: [prefixList({ ranges: ['80.0.0.0/4'] })] },
      }),
      given(byList, { joined: { prefixLists: everyone } }),
      // A direct opening is known even if prefix lists cannot be read.
      given(ingress(allowList('tcp', port, 'pl-1'), allow('tcp', port, '0.0.0.0/0')), {
        joined: { prefixLists: unread('UnauthorizedOperation') },
      }),
    ],
    unread: [
      securityGroup({ ingress: unread('broken_answer') }),
      given(byList, { joined: { prefixLists: unread('UnauthorizedOperation') } }),
      given(byList, { joined: { prefixLists: [prefixList({ ranges: unread('Throttling') })] } }),
      given(byList, { joined: { prefixLists: [] } }),
    ],
  })
}

const sentences: readonly [name: string, rules: readonly Rule[], said: readonly string[]][] = [
  [
    'a rule that is open by itself in its own words',
    [allow('tcp', [80, 443], '0.0.0.0/0', '203.0.113.0/24', '::/0'), allow('icmp', null, '::/0')],
    ['tcp 80-443 to 0.0.0.0/0', 'tcp 80-443 to ::/0', 'icmp to ::/0'],
  ],
  [
    'the ports that several rules share',
    [allow('tcp', [1, 100], '64.0.0.0/4'), allow('tcp', [50, 200], '80.0.0.0/4', '10.0.0.0/8')],
    ['tcp 50-100 to 64.0.0.0/4 and 80.0.0.0/4'],
  ],
  [
    'what is open for all protocols and what is open for one of them',
    [
      allow('-1', null, '64.0.0.0/4'),
      allow('udp', 53, '80.0.0.0/4'),
      allow('icmp', [8, -1], '80.0.0.0/4'),
    ],
    ['udp 53 to 64.0.0.0/4 and 80.0.0.0/4', 'icmp 8 to 80.0.0.0/4 and 64.0.0.0/4'],
  ],
  [
    'of many ranges the first',
    [allow('tcp', 22, ...Array.from({ length: 8 }, (_, it) => `${64 + 4 * it}.0.0.0/6`))],
    ['tcp 22 to 64.0.0.0/6, 68.0.0.0/6, 72.0.0.0/6 and 5 more'],
  ],
]

for (const [name, rules, said] of sentences) {
  test(`an opening names ${name}`, () => {
    const found = openings(rules, anyReach, { get: () => undefined, where: () => [] })
    deepEqual(
      found.map((it) => `${it.what} to ${origin(it)}`),
      said,
    )
  })
}
