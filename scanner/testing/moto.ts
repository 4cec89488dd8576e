/**
 * Accounts of moto, an independent implementation of AWS responses, for `*.moto.ts`. One moto serves all files at once,
 * so none of them resets it: each uses a separate, empty account. moto denies nothing and lacks calls and fields, so a
 * missing one proves nothing.
 */
import { equal } from 'node:assert/strict'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import {
  aws,
  type CoverageRow,
  type FindingRecord,
  open,
  planScan,
  scan,
  type UnreadFinding,
} from '../index.ts'
import { transportTo } from './aws/official-client.ts'

const url = process.env.PLUMBLINE_TEST_MOTO_URL

/** Keys of moto's first account, which may assume any role. */
const first = { accessKeyId: 'first', secretAccessKey: 'first' }

export interface Seen {
  readonly findings: readonly FindingRecord[]
  readonly unread: readonly (UnreadFinding & { readonly region: string })[]
  readonly coverage: readonly CoverageRow[]
}

/** An account and the means to create resources in it; moto creates the account on first use. */
export async function motoAccount(id: string, region = 'us-east-1') {
  if (!url) throw new Error('These tests need moto: npm run test:moto starts one.')
  const transport = transportTo({ port: Number(new URL(url).port) })
  const role = `arn:aws:iam::${id}:role/plumbline`
  const sts = new STSClient({ region, credentials: first, requestHandler: transport })
  const { Credentials: given } = await sts.send(
    new AssumeRoleCommand({ RoleArn: role, RoleSessionName: 'moto-tests' }),
  )
  /** Settings for official clients, which keep their own hosts: moto distinguishes services by them. */
  const settings = {
    region,
    requestHandler: transport,
    credentials: {
      accessKeyId: given?.AccessKeyId ?? '',
      secretAccessKey: given?.SecretAccessKey ?? '',
      sessionToken: given?.SessionToken ?? '',
    },
  }

  /** Scans one region, or the named ones, after signing in through the role. */
  async function scanned({
    regions = [region],
    ...what
  }: {
    checks?: readonly string[]
    uids?: readonly string[]
    regions?: readonly string[]
  }): Promise<Seen> {
    const session = await open(aws, {
      uid: id,
      secret: {
        role_arn: role,
        external_id: 'moto',
        aws_access_key_id: first.accessKeyId,
        aws_secret_access_key: first.secretAccessKey,
      },
      config: { endpoint_url: url, retries: 2, home_region: region },
    })
    try {
      const others = session.session.regions.filter((name) => !regions.includes(name))
      const config = { ...session.config, excluded_regions: others }
      const seen = { findings: [], unread: [], coverage: [] } as {
        findings: FindingRecord[]
        unread: (UnreadFinding & { region: string })[]
        coverage: CoverageRow[]
      }
      for await (const result of scan(await planScan(session, { ...what, config }), { session })) {
        equal(result.kind, 'unit')
        if (result.kind !== 'unit') continue
        seen.findings.push(...result.findings)
        seen.unread.push(...result.unread.map((gap) => ({ ...gap, region: result.region })))
        seen.coverage.push(...result.coverage)
      }
      return seen
    } finally {
      session.close()
    }
  }
  return { id, region, settings, scanned }
}

/** An expected verdict: the check, the end of its resource's uid, the status. */
export type Expected = readonly [check: string, resource: string, status: string]

/** Asserts each of these verdicts; for a different one, the message includes its sentence. */
export function gives({ findings, unread }: Seen, expected: readonly Expected[]): void {
  for (const [check, resource, status] of expected) {
    const found = findings.find((it) => it.check_id === check && it.resource.uid.endsWith(resource))
    const gap = unread.find((it) => it.check_id === check)
    const said = found?.status_extended ?? `no verdict${gap ? `: ${gap.reason} ${gap.action}` : ''}`
    equal(found?.status, status, `${check} of ${resource}: ${said}`)
  }
}
