/** Storage settings of a bucket. */
import type { Call, Operation } from '../call.ts'
import { bucketHere, bucketResource, settingOf } from './bucket.ts'

const encryption = (call: Call) => {
  const { algorithm, keyArn, bucketKey } = settingOf(
    bucketHere(call).encryption,
    'ServerSideEncryptionConfigurationNotFoundError',
    'The server side encryption configuration was not found',
  )
  const byDefault = { SSEAlgorithm: algorithm, KMSMasterKeyID: keyArn }
  return { Rule: [{ ApplyServerSideEncryptionByDefault: byDefault, BucketKeyEnabled: bucketKey }] }
}

const versioning = (call: Call) => {
  const { versioning } = bucketHere(call)
  if (!versioning) return {}
  return { Status: versioning.status, MfaDelete: versioning.mfaDelete ? 'Enabled' : 'Disabled' }
}

const logging = (call: Call) => {
  const { logging } = bucketHere(call)
  if (!logging) return {}
  return { LoggingEnabled: { TargetBucket: logging.bucket, TargetPrefix: logging.prefix } }
}

const lifecycle = (call: Call) => {
  const { lifecycle } = bucketHere(call)
  const rules = settingOf(
    lifecycle.length > 0 ? lifecycle : null,
    'NoSuchLifecycleConfiguration',
    'The lifecycle configuration does not exist',
  )
  return {
    Rule: rules.map(({ id, enabled, prefix, expireAfterDays, transition }) => ({
      ID: id,
      Filter: { Prefix: prefix },
      Status: enabled ? 'Enabled' : 'Disabled',
      Expiration: expireAfterDays === undefined ? undefined : { Days: expireAfterDays },
      Transition: transition && [{ Days: transition.days, StorageClass: transition.storageClass }],
    })),
  }
}

const replication = (call: Call) => {
  const { role, rules } = settingOf(
    bucketHere(call).replication,
    'ReplicationConfigurationNotFoundError',
    'The replication configuration was not found',
  )
  return {
    Role: role,
    Rule: rules.map(({ id, enabled, destinationBucketArn }, at) => ({
      ID: id,
      Priority: at + 1,
      Status: enabled ? 'Enabled' : 'Disabled',
      Filter: { Prefix: '' },
      Destination: { Bucket: destinationBucketArn },
      DeleteMarkerReplication: { Status: 'Disabled' },
    })),
  }
}

const tagging = (call: Call) => {
  const entries = Object.entries(bucketHere(call).tags)
  const tags = settingOf(
    entries.length > 0 ? entries : null,
    'NoSuchTagSet',
    'The TagSet does not exist',
  )
  return { TagSet: { Tag: tags.map(([Key, Value]) => ({ Key, Value })) } }
}

const notifications = (call: Call) => {
  const { topics, eventBridge } = bucketHere(call).notifications
  return {
    TopicConfiguration: topics.map(({ arn, events }, at) => ({
      Id: `topic-${at + 1}`,
      Topic: arn,
      Event: events,
    })),
    EventBridgeConfiguration: eventBridge ? {} : undefined,
  }
}

const objectLock = (call: Call) => {
  const { mode, days } = settingOf(
    bucketHere(call).objectLock,
    'ObjectLockConfigurationNotFoundError',
    'Object Lock configuration does not exist for this bucket',
  )
  const Rule = mode && { DefaultRetention: { Mode: mode, Days: days } }
  return { ObjectLockEnabled: 'Enabled', Rule }
}

const resource = bucketResource

export const settingOperations: Record<string, Operation> = {
  GetBucketEncryption: {
    permission: 's3:GetEncryptionConfiguration',
    resource,
    root: 'ServerSideEncryptionConfiguration',
    answer: encryption,
  },
  GetBucketVersioning: { resource, root: 'VersioningConfiguration', answer: versioning },
  GetBucketLogging: { resource, root: 'BucketLoggingStatus', answer: logging },
  GetBucketLifecycleConfiguration: {
    permission: 's3:GetLifecycleConfiguration',
    resource,
    root: 'LifecycleConfiguration',
    answer: lifecycle,
  },
  GetBucketReplication: {
    permission: 's3:GetReplicationConfiguration',
    resource,
    root: 'ReplicationConfiguration',
    answer: replication,
  },
  GetBucketTagging: { resource, root: 'Tagging', answer: tagging },
  GetBucketNotificationConfiguration: {
    permission: 's3:GetBucketNotification',
    resource,
    root: 'NotificationConfiguration',
    answer: notifications,
  },
  GetObjectLockConfiguration: {
    permission: 's3:GetBucketObjectLockConfiguration',
    resource,
    root: 'ObjectLockConfiguration',
    answer: objectLock,
  },
}
