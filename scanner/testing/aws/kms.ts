import { arnOfKey } from './arns.ts'
import type { Call, Service } from './call.ts'
import { Fault } from './fault.ts'
import { recogniseTarget } from './inputs.ts'
import type { Key } from './kms.state.ts'

const day = 86_400_000
const markerRule = { token: 'Marker', size: 'Limit' }

const keysOf = ({ account, region }: Call) => account.kms.filter((key) => key.region === region)

/** A key may be named by id, by ARN, by alias or by the alias's ARN. */
const findKey = (call: Call): Key | undefined => {
  const asked = call.input.text('KeyId') ?? ''
  const name = asked.replace(/^arn:aws:kms:[a-z0-9-]+:\d{12}:(?:key\/)?/, '')
  return keysOf(call).find((key) => key.id === name || key.aliases.includes(name))
}

const keyOf = (call: Call): Key => {
  const key = findKey(call)
  if (key) return key
  const asked = call.input.text('KeyId') ?? ''
  throw new Fault('NotFoundException', 400, `Key '${asked}' does not exist`)
}

const resource = (call: Call) => {
  const key = findKey(call)
  return key ? arnOfKey(call.account.id, key) : '*'
}

const algorithms: Record<Key['spec'], { [field: string]: string[] }> = {
  SYMMETRIC_DEFAULT: { EncryptionAlgorithms: ['SYMMETRIC_DEFAULT'] },
  RSA_2048: { SigningAlgorithms: ['RSASSA_PSS_SHA_256', 'RSASSA_PKCS1_V1_5_SHA_256'] },
  ECC_NIST_P256: { SigningAlgorithms: ['ECDSA_SHA_256'] },
  HMAC_256: { MacAlgorithms: ['HMAC_SHA_256'] },
}

const describeKey = (call: Call) => {
  const key = keyOf(call)
  const arn = arnOfKey(call.account.id, key)
  return {
    KeyMetadata: {
      AWSAccountId: call.account.id,
      KeyId: key.id,
      Arn: arn,
      CreationDate: key.createdAt,
      Enabled: key.state === 'Enabled',
      Description: key.description,
      KeyUsage: key.usage,
      KeyState: key.state,
      DeletionDate: key.deletionDate,
      Origin: key.origin,
      KeyManager: key.manager,
      KeySpec: key.spec,
      CustomerMasterKeySpec: key.spec,
      ...algorithms[key.spec],
      MultiRegion: key.multiRegion,
      MultiRegionConfiguration: key.multiRegion
        ? {
            MultiRegionKeyType: 'PRIMARY',
            PrimaryKey: { Arn: arn, Region: key.region },
            ReplicaKeys: [],
          }
        : undefined,
    },
  }
}

const rotationStatus = (call: Call) => {
  const key = keyOf(call)
  if (key.spec !== 'SYMMETRIC_DEFAULT' || key.origin !== 'AWS_KMS')
    throw new Fault(
      'UnsupportedOperationException',
      400,
      `${key.id} is of a kind that cannot rotate.`,
    )
  const days = key.state === 'PendingDeletion' ? null : key.rotationPeriodDays
  if (days === null) return { KeyId: key.id, KeyRotationEnabled: false }
  const age = call.now.getTime() - key.createdAt.getTime()
  const turns = Math.floor(age / (days * day)) + 1
  return {
    KeyId: key.id,
    KeyRotationEnabled: true,
    RotationPeriodInDays: days,
    NextRotationDate: new Date(key.createdAt.getTime() + turns * days * day),
  }
}

const keyPolicy = (call: Call) => {
  const name = call.input.text('PolicyName') ?? 'default'
  if (name !== 'default') throw new Fault('NotFoundException', 400, `No such policy ${name} exists`)
  return { Policy: JSON.stringify(keyOf(call).policy), PolicyName: name }
}

const listKeys = (call: Call) => {
  const { items, next } = call.page(keysOf(call), { ...markerRule, usual: 100 })
  const Keys = items.map((key) => ({ KeyId: key.id, KeyArn: arnOfKey(call.account.id, key) }))
  return { Keys, NextMarker: next, Truncated: next !== undefined }
}

const listAliases = (call: Call) => {
  const { account, region, input } = call
  const keys = input.text('KeyId') === undefined ? keysOf(call) : [keyOf(call)]
  const aliases = keys.flatMap((key) => key.aliases.map((alias) => ({ alias, key })))
  const { items, next } = call.page(aliases, { ...markerRule, usual: 50, most: 100 })
  const Aliases = items.map(({ alias, key }) => ({
    AliasName: alias,
    AliasArn: `arn:aws:kms:${region}:${account.id}:${alias}`,
    TargetKeyId: key.id,
    CreationDate: key.createdAt,
    LastUpdatedDate: key.createdAt,
  }))
  return { Aliases, NextMarker: next, Truncated: next !== undefined }
}

const listTags = (call: Call) => {
  const tags = Object.entries(keyOf(call).tags)
  const { items, next } = call.page(tags, { ...markerRule, usual: 50, most: 50 })
  const Tags = items.map(([TagKey, TagValue]) => ({ TagKey, TagValue }))
  return { Tags, NextMarker: next, Truncated: next !== undefined }
}

export const kms: Service = {
  name: 'kms',
  prefix: 'kms',
  protocol: 'json',
  refusals: 'json',
  recognise: recogniseTarget('TrentService'),
  operations: {
    ListKeys: { answer: listKeys },
    ListAliases: { answer: listAliases },
    DescribeKey: { resource, answer: describeKey },
    GetKeyRotationStatus: { resource, answer: rotationStatus },
    GetKeyPolicy: { resource, answer: keyPolicy },
    ListResourceTags: { resource, answer: listTags },
  },
}
