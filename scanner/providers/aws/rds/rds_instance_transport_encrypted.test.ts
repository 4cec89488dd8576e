import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './rds_instance_transport_encrypted.ts'
import type { Transport } from './resources.ts'
import { instance } from './worlds.ts'

const force = { group: 'orders-16', setting: 'rds.force_ssl', value: '1', in_force: true }

const mysql = (transport: Partial<Transport>) =>
  instance({
    engine: 'mysql',
    engine_version: '8.0.40',
    transport: {
      group: 'shop-8',
      setting: 'require_secure_transport',
      value: null,
      in_force: true,
      ...transport,
    },
  })

const oracle = (value: string | null, inForce = true) =>
  instance({
    engine: 'oracle-ee',
    transport: { group: 'hr-19', setting: 'SQLNET.ENCRYPTION_SERVER', value, in_force: inForce },
  })

verify(check, {
  pass: [
    instance(),
    mysql({ value: 'ON' }),
    mysql({ value: '1' }),
    instance({ ...mysql({}), engine: 'mariadb', engine_version: '11.8.3' }),
    oracle('REQUIRED'),
  ],
  fail: [
    instance({ transport: { ...force, value: '0' } }),
    instance({ transport: { ...force, value: null } }),
    oracle('REQUESTED'),
    oracle(null),
    mysql({}),
    mysql({ value: 'OFF', in_force: false }),
    instance({ ...mysql({}), engine: 'mariadb', engine_version: '11.4.5' }),
  ],
  manual: [
    instance({ transport: { ...force, in_force: false } }),
    instance({ engine: 'db2-se', transport: null }),
    oracle('REQUIRED', false),
    instance({ engine: 'custom-sqlserver-ee', transport: null }),
  ],
  unread: [instance({ transport: unread('AccessDenied') })],
})
