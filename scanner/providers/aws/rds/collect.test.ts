// The collector against the fixture cloud: the evaluated databases, and the sources of settings.
import { deepEqual, equal, ok } from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../../../testing/aws/plain/plain.ts'
import { cluster, instance, parameters } from '../../../testing/demo/plain/database-parts.ts'
import { cloudWith, gaps, openAccount, type Seen, scanned } from '../testing/scanned.ts'
import rds from './index.ts'

const region = 'eu-west-1'
const made = new Date('2025-06-01T00:00:00Z')

const holding = (state: Record<string, Answer>) => ({
  ...openAccount(),
  plain: { [region]: { rds: state } },
})

const database = (name: string, differs: Answer) => instance(region, name, made, differs)
const aurora = (name: string, members: readonly string[], differs: Answer) =>
  cluster(region, name, made, { Engine: 'aurora-postgresql', ...differs, members })

const statuses = ({ findings }: Seen, check: string): readonly string[] =>
  findings
    .filter(({ check_id }) => check_id === check)
    .map(({ resource, status }) => `${resource.name} ${status}`)
    .toSorted()

test('databases of Neptune and DocumentDB, and what is being deleted, are no business of RDS', async (t) => {
  const account = holding({
    DescribeDBInstances: {
      DBInstances: [
        database('graph', { Engine: 'neptune' }),
        database('documents', { Engine: 'docdb' }),
        database('leaving', { DBInstanceStatus: 'deleting' }),
        database('shop', {}),
      ],
    },
    DescribeDBClusters: {
      DBClusters: [
        aurora('graph', [], { Engine: 'neptune' }),
        aurora('documents', [], { Engine: 'docdb' }),
        aurora('leaving', [], { Status: 'deleting' }),
        aurora('ledger', [], {}),
      ],
    },
  })
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual(statuses(seen, 'rds_instance_storage_encrypted'), ['shop PASS'])
  deepEqual(statuses(seen, 'rds_cluster_storage_encrypted'), ['ledger PASS'])
})

test('a key that AWS owns is told by the type of encryption only', async (t) => {
  const plain = { StorageEncrypted: false, KmsKeyId: undefined }
  const account = holding({
    DescribeDBClusters: {
      DBClusters: [
        aurora('owned', [], { ...plain, StorageEncryptionType: 'sse-rds' }),
        aurora('none', [], { ...plain, StorageEncryptionType: 'none' }),
        aurora('old', [], plain),
        aurora('unsaid', [], { StorageEncrypted: undefined }),
      ],
    },
  })
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual(statuses(seen, 'rds_cluster_storage_encrypted'), [
    'none FAIL',
    'old FAIL',
    'owned PASS',
  ])
  const missing = seen.unread.filter(({ check_id }) => check_id === 'rds_cluster_storage_encrypted')
  ok(missing.length === 1 && missing[0]?.uid?.endsWith('unsaid'))
})

test('a member of a cluster answers for the cluster’s parameter group, which is asked once', async (t) => {
  const member = { Engine: 'aurora-postgresql', DBClusterIdentifier: 'ledger' }
  const account = holding({
    DescribeDBInstances: {
      DBInstances: [database('ledger-1', member), database('ledger-2', member)],
    },
    DescribeDBClusters: {
      DBClusters: [
        aurora('ledger', ['ledger-1', 'ledger-2'], { DBClusterParameterGroup: 'ledger-16' }),
      ],
    },
    DescribeDBClusterParameters: parameters({ 'ledger-16': ['rds.force_ssl', '1'] }),
  })
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual(statuses(seen, 'rds_instance_transport_encrypted'), ['ledger-1 PASS', 'ledger-2 PASS'])
  const asked = seen.calls.filter(({ operation }) => operation === 'DescribeDBClusterParameters')
  equal(asked.length, 1)
})

test('a group without the parameter that its engine has says nothing of plain connections', async (t) => {
  const account = holding({
    DescribeDBInstances: {
      DBInstances: [
        database('shop', {
          Engine: 'postgres',
          DBParameterGroups: [{ DBParameterGroupName: 'shop-16', ParameterApplyStatus: 'in-sync' }],
        }),
      ],
    },
    DescribeDBParameters: parameters({ 'shop-16': ['log_connections', '1'] }),
  })
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual(statuses(seen, 'rds_instance_transport_encrypted'), [])
  ok(seen.unread.some(({ check_id }) => check_id === 'rds_instance_transport_encrypted'))
})

test('a group whose values are not all in force is left to people', async (t) => {
  const account = holding({
    DescribeDBInstances: {
      DBInstances: [
        database('shop', {
          DBParameterGroups: [
            { DBParameterGroupName: 'shop-16', ParameterApplyStatus: 'pending-reboot' },
          ],
        }),
      ],
    },
    DescribeDBParameters: parameters({ 'shop-16': ['rds.force_ssl', '1'] }),
  })
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual(statuses(seen, 'rds_instance_transport_encrypted'), ['shop MANUAL'])
})

test('a certificate whose end is no date is not taken for a good one', async (t) => {
  const ending = (name: string, ValidTill: string) =>
    database(name, { CertificateDetails: { CAIdentifier: 'rds-ca-rsa2048-g1', ValidTill } })
  const account = holding({
    DescribeDBInstances: {
      DBInstances: [ending('odd', 'some day'), ending('good', '2029-05-01T10:00:00Z')],
    },
  })
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual(statuses(seen, 'rds_instance_certificate_expiration'), ['good PASS'])
})

test('Oracle is asked by its option group; one that takes another’s place is not in force yet', async (t) => {
  const oracle = (name: string, ...groups: readonly (readonly [string, string])[]) =>
    database(name, {
      Engine: 'oracle-ee',
      OptionGroupMemberships: groups.map(([OptionGroupName, Status]) => ({
        OptionGroupName,
        Status,
      })),
    })
  const option = (value: string) => ({
    OptionName: 'NATIVE_NETWORK_ENCRYPTION',
    OptionSettings: [
      { Name: 'SQLNET.ENCRYPTION_SERVER', Value: value },
      { Name: 'SQLNET.ENCRYPTION_TYPES_SERVER', Value: 'AES256' },
    ],
  })
  const account = holding({
    DescribeDBInstances: {
      DBInstances: [
        oracle('sealed', ['sealed-19', 'in-sync']),
        oracle('asked', ['asked-19', 'in-sync']),
        oracle('plain', ['default:oracle-ee-19', 'in-sync']),
        oracle(
          'moving',
          ['default:oracle-ee-19', 'pending-removal'],
          ['sealed-19', 'pending-apply'],
        ),
      ],
    },
    DescribeOptionGroups: {
      OptionGroupsList: [
        { OptionGroupName: 'sealed-19', Options: [option('REQUIRED')] },
        { OptionGroupName: 'asked-19', Options: [option('REQUESTED')] },
        { OptionGroupName: 'default:oracle-ee-19', Options: [] },
      ],
    },
  })
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual(statuses(seen, 'rds_instance_transport_encrypted'), [
    'asked FAIL',
    'moving MANUAL',
    'plain FAIL',
    'sealed PASS',
  ])
})

test('a region without databases is asked, and nothing is said of it', async (t) => {
  const account = holding({})
  const seen = await scanned(await cloudWith(t, account), rds, account)
  deepEqual([seen.findings, gaps(seen)], [[], []])
})
