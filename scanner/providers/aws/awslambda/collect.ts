import {
  CallProblem,
  type Collected,
  type Collecting,
  complete,
  each,
  type Maybe,
  once,
  read,
  unread,
} from '../../../kit/index.ts'
import { policyIn } from '../answers.ts'
import type { Aws } from '../client.ts'
import { suspects } from '../secrets.ts'
import type { FunctionUrl, Lambda } from './resources.ts'
import { recordedCalls, trailOf } from './trails.ts'

interface Listed {
  FunctionName?: string
  FunctionArn?: string
  PackageType?: string
  Runtime?: string
  KMSKeyArn?: string
  DeadLetterConfig?: { TargetArn?: string }
  VpcConfig?: { VpcId?: string; SubnetIds?: string[] }
  Environment?: { Variables?: Record<string, string>; Error?: { ErrorCode?: string } }
}

const listing = 'lambda:ListFunctions'

async function* functions(aws: Aws) {
  for await (const { Functions } of aws.pages<{ Functions?: Listed[] }>(listing)) {
    if (!Functions) throw aws.broken(listing, 'Functions')
    for (const listed of Functions)
      yield complete(listed, (it) => {
        const { FunctionName: name, FunctionArn: arn, PackageType: type, Runtime: runtime } = it
        if (!name || !arn || (type !== 'Image' && !runtime))
          throw aws.broken(listing, 'the identity of a function')
        return { ...it, name, arn }
      })
  }
}

/** Lambda encrypts variables, and returns an error in their place to callers who may not use the key. */
function variablesOf(
  aws: Aws,
  { Environment: it }: Listed,
): readonly [name: string, value: string][] {
  if (it?.Error) {
    const code = it.Error.ErrorCode || 'broken_answer'
    const outcome = /denied/i.test(code) ? 'denied' : 'error'
    throw new CallProblem(code, outcome, 'kms:Decrypt', 'variables that cannot be decrypted')
  }
  if (!it) return []
  if (!it.Variables) throw aws.broken(listing, 'Environment.Variables')
  return Object.entries(it.Variables)
}

/** Lambda sends empty values for a function that was disconnected from its VPC: only connected ones have subnets. */
function vpcOf({ VpcConfig: it }: Listed): Maybe<string | null> {
  if (!it || it.VpcId === '' || it.SubnetIds?.length === 0) return it?.VpcId || null
  return it.VpcId ?? unread('broken_answer', { outcome: 'error', action: listing })
}

async function policyOf(aws: Aws, FunctionName: string) {
  const call = 'lambda:GetPolicy'
  const { Policy } = await aws.call<{ Policy?: string }>(call, { FunctionName })
  if (!Policy) throw aws.broken(call, 'Policy')
  return policyIn(aws, call, Policy)
}

async function urlsOf(aws: Aws, FunctionName: string): Promise<readonly FunctionUrl[]> {
  const call = 'lambda:ListFunctionUrlConfigs'
  type Page = {
    FunctionUrlConfigs?: {
      FunctionArn?: string
      AuthType?: string
      Cors?: { AllowOrigins?: string[] }
    }[]
  }
  const found: FunctionUrl[] = []
  for await (const { FunctionUrlConfigs } of aws.pages<Page>(call, { FunctionName })) {
    if (!FunctionUrlConfigs) throw aws.broken(call, 'FunctionUrlConfigs')
    for (const { FunctionArn = '', AuthType, Cors } of FunctionUrlConfigs) {
      if (!AuthType) throw aws.broken(call, 'AuthType')
      found.push({
        qualifier: FunctionArn.split(':')[7] ?? '',
        auth_type: AuthType,
        origins: Cors?.AllowOrigins ?? [],
      })
    }
  }
  return found
}

async function zonesBySubnet(aws: Aws): Promise<ReadonlyMap<string, string>> {
  const call = 'ec2:DescribeSubnets'
  type Page = { subnetSet?: { subnetId?: string; availabilityZone?: string }[] }
  const found = new Map<string, string>()
  for await (const { subnetSet } of aws.pages<Page>(call)) {
    for (const { subnetId = '', availabilityZone = '' } of subnetSet ?? [])
      found.set(subnetId, availabilityZone)
  }
  return found
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<Lambda> => {
  const subnetZones = once(() => zonesBySubnet(aws))
  const recorded = once(() => recordedCalls(aws, region))

  async function zonesOf({ VpcConfig: it }: Listed): Promise<readonly string[]> {
    const subnets = it?.SubnetIds ?? []
    if (it?.VpcId && subnets.length === 0) throw aws.broken(listing, 'VpcConfig.SubnetIds')
    if (subnets.length === 0) return []
    const known = await subnetZones()
    const zones = subnets.map((id) => {
      const zone = known.get(id)
      if (!zone) throw aws.broken('ec2:DescribeSubnets', id)
      return zone
    })
    return [...new Set(zones)]
  }

  return {
    functions: each(functions(aws), ({ name, arn, ...it }) => ({
      uid: arn,
      name,
      region,
      runtime: it.Runtime ?? null,
      vpc_id: vpcOf(it),
      subnets: it.VpcConfig?.SubnetIds ?? [],
      dead_letter_target: it.DeadLetterConfig?.TargetArn || null,
      kms_key: it.KMSKeyArn || null,
      variables: read(async () => variablesOf(aws, it).length),
      suspects: read(async () => suspects(variablesOf(aws, it))),
      policy: read(() => policyOf(aws, name), { none: ['ResourceNotFoundException'] }),
      urls: read(() => urlsOf(aws, name)),
      zones: read(() => zonesOf(it)),
      recorded_by: read(async () => trailOf(await recorded(), arn)),
    })),
  }
}
