// The collector against the fixture cloud: a parameter counts if the cluster reports it as applied.
import { deepEqual } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { answering, collecting, recordsOf } from '../testing/answering.ts'
import { cloudWith, openAccount, scanned } from '../testing/scanned.ts'
import { collect } from './collect.ts'
import redshift from './index.ts'

const id = 'redshift_cluster_in_transit_encryption_enabled'

/** The verdicts if each cluster reports this status of its parameter group. */
async function verdicts(t: TestContext, status: object) {
  const account = openAccount()
  for (const region of Object.values(account.plain)) {
    const { Clusters = [] } = (region['redshift']?.['DescribeClusters'] ?? {}) as {
      Clusters?: { ClusterParameterGroups?: { ParameterGroupName: string }[] }[]
    }
    for (const it of Clusters)
      it.ClusterParameterGroups = (it.ClusterParameterGroups ?? []).map(
        ({ ParameterGroupName }) => ({ ParameterGroupName, ...status }),
      )
  }
  const { findings } = await scanned(await cloudWith(t, account), redshift, account)
  return findings.filter((it) => it.check_id === id).map(({ status: verdict }) => verdict)
}

const ofParameter = (ParameterApplyStatus: string) => ({
  ParameterApplyStatus: 'in-sync',
  ClusterParameterStatusList: [{ ParameterName: 'require_ssl', ParameterApplyStatus }],
})

test('only a parameter that is in sync is in force', async (t) => {
  const sorted = async (status: object) => (await verdicts(t, status)).toSorted()
  deepEqual(await sorted({ ParameterApplyStatus: 'in-sync' }), ['FAIL', 'PASS'])
  deepEqual(await sorted(ofParameter('in-sync')), ['FAIL', 'PASS'])
  for (const other of ['pending-reboot', 'applying', 'apply-deferred', 'apply-error'])
    deepEqual(await sorted(ofParameter(other)), ['FAIL', 'FAIL'], other)
  deepEqual(await sorted({}), ['FAIL'])
})

test('a cluster of which the answer says little does not hide the others', async () => {
  const aws = answering({
    'redshift:DescribeClusters': {
      Clusters: [{ ClusterIdentifier: 'restoring' }, { ClusterIdentifier: 'b', Encrypted: true }],
    },
  })
  const clusters = await recordsOf(collect(collecting(aws)).clusters)
  deepEqual(
    clusters.map(({ name, encrypted }) => [name, encrypted]),
    [
      ['restoring', null],
      ['b', true],
    ],
  )
})
