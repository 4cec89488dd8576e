// The checks of instances: every id, with its ports and an adjacent one.
import { type Check, unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import cassandra from './ec2_instance_port_cassandra_exposed_to_internet.ts'
import cifs from './ec2_instance_port_cifs_exposed_to_internet.ts'
import elasticsearch from './ec2_instance_port_elasticsearch_kibana_exposed_to_internet.ts'
import ftp from './ec2_instance_port_ftp_exposed_to_internet.ts'
import kafka from './ec2_instance_port_kafka_exposed_to_internet.ts'
import kerberos from './ec2_instance_port_kerberos_exposed_to_internet.ts'
import ldap from './ec2_instance_port_ldap_exposed_to_internet.ts'
import memcached from './ec2_instance_port_memcached_exposed_to_internet.ts'
import mongodb from './ec2_instance_port_mongodb_exposed_to_internet.ts'
import mysql from './ec2_instance_port_mysql_exposed_to_internet.ts'
import oracle from './ec2_instance_port_oracle_exposed_to_internet.ts'
import postgresql from './ec2_instance_port_postgresql_exposed_to_internet.ts'
import rdp from './ec2_instance_port_rdp_exposed_to_internet.ts'
import redis from './ec2_instance_port_redis_exposed_to_internet.ts'
import sqlserver from './ec2_instance_port_sqlserver_exposed_to_internet.ts'
import ssh from './ec2_instance_port_ssh_exposed_to_internet.ts'
import telnet from './ec2_instance_port_telnet_exposed_to_internet.ts'
import type { Instance, Rule } from './resources.ts'
import {
  allow,
  allowGroup,
  allowList,
  instance,
  networkInterface,
  prefixList,
  securityGroup,
  subnet,
} from './worlds.ts'

type Watched = Readonly<Record<'tcp' | 'udp', readonly number[]>>

const family: readonly [Check<Instance>, watched: Watched, beside: number][] = [
  [cassandra, { tcp: [7000, 7001, 7199, 9042, 9160], udp: [] }, 9161],
  [cifs, { tcp: [139, 445], udp: [137, 138] }, 446],
  [elasticsearch, { tcp: [9200, 9300, 5601], udp: [] }, 9400],
  [ftp, { tcp: [20, 21], udp: [] }, 19],
  [kafka, { tcp: [9092], udp: [] }, 9093],
  [kerberos, { tcp: [88, 464, 749, 750], udp: [88, 464, 750] }, 89],
  [ldap, { tcp: [389, 636], udp: [389] }, 390],
  [memcached, { tcp: [11_211], udp: [11_211] }, 11_212],
  [mongodb, { tcp: [27_017, 27_018], udp: [] }, 27_016],
  [mysql, { tcp: [3306], udp: [] }, 3307],
  [oracle, { tcp: [1521, 2483, 2484], udp: [] }, 1522],
  [postgresql, { tcp: [5432], udp: [] }, 5433],
  [rdp, { tcp: [3389], udp: [3389] }, 3390],
  [redis, { tcp: [6379], udp: [] }, 6380],
  [sqlserver, { tcp: [1433, 1434], udp: [1434] }, 1435],
  [ssh, { tcp: [22], udp: [] }, 2022],
  [telnet, { tcp: [23], udp: [] }, 24],
]

const open = instance({ interfaces: [networkInterface({ public_ipv4: ['198.51.100.7'] })] })

/** The instance with its group's rules and its subnet. */
const among = (record: Instance, ...ingress: Rule[]) =>
  given(record, {
    joined: {
      securityGroups: [securityGroup({ ingress })],
      subnets: [subnet()],
      prefixLists: [prefixList({ ranges: ['::/0'] })],
    },
  })

for (const [check, { tcp, udp }, beside] of family) {
  const [port = 0] = tcp
  const everyone = allow('tcp', port, '0.0.0.0/0')
  verify(check, {
    pass: [
      among(open),
      among(open, allow('tcp', port, '10.0.0.0/8'), allowGroup('sg-2')),
      among(open, allow('tcp', beside, '0.0.0.0/0'), allow('icmp', null, '::/0')),
      among(instance({ interfaces: [] }), everyone),
      // Nothing is open, so the routes of subnets need not be known.
      given(open, {
        joined: { securityGroups: [securityGroup()], subnets: unread('UnauthorizedOperation') },
      }),
    ],
    fail: [
      ...tcp.map((each) => among(open, allow('tcp', each, '0.0.0.0/0'))),
      ...udp.map((each) => among(open, allow('udp', each, '0.0.0.0/0'))),
      among(open, allow('tcp', [1, 65_535], '::/0')),
      among(open, allow('-1', null, '0.0.0.0/0')),
      among(instance(), everyone),
      among(open, allowList('tcp', port, 'pl-1')),
      among(
        instance({ interfaces: [networkInterface({ group_ids: [] }), networkInterface()] }),
        everyone,
      ),
      // Without a public address no route matters.
      given(instance(), {
        joined: {
          securityGroups: [securityGroup({ ingress: [everyone] })],
          subnets: unread('UnauthorizedOperation'),
        },
      }),
    ],
    unread: [
      instance({ interfaces: unread('broken_answer') }),
      given(open, { joined: { securityGroups: unread('UnauthorizedOperation') } }),
      given(open, { joined: { securityGroups: [] } }),
      given(open, {
        joined: {
          securityGroups: [securityGroup({ ingress: [everyone] })],
          subnets: unread('UnauthorizedOperation'),
        },
      }),
      given(open, {
        joined: {
          securityGroups: [securityGroup({ ingress: [everyone] })],
          subnets: [subnet({ internet: unread('UnauthorizedOperation') })],
        },
      }),
      given(open, {
        joined: {
          securityGroups: [securityGroup({ ingress: [allowList('tcp', port, 'pl-1')] })],
          subnets: [subnet()],
          prefixLists: unread('UnauthorizedOperation'),
        },
      }),
    ],
  })
}
