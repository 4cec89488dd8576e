/** Access keys, passwords, MFA devices and certificates. */
import { arnOfRoot, arnOfUser } from '../arns.ts'
import type { Call, Operation } from '../call.ts'
import { listed, noSuchEntity, userOf, userResource } from './lookup.ts'
import { userTree } from './trees.ts'

const keyLastUsed = ({ account, input }: Call) => {
  const id = input.text('AccessKeyId') ?? ''
  const owner = account.iam.users.find((user) => user.accessKeys.some((key) => key.id === id))
  const key = owner?.accessKeys.find((each) => each.id === id)
  if (!owner || !key) throw noSuchEntity(`The Access Key with id ${id} cannot be found`)
  const used = key.lastUsed
  return {
    UserName: owner.name,
    AccessKeyLastUsed: {
      LastUsedDate: used?.at,
      ServiceName: used?.service ?? 'N/A',
      Region: used?.region ?? 'N/A',
    },
  }
}

const loginProfile = (call: Call) => {
  const user = userOf(call)
  if (!user.console) throw noSuchEntity(`Login Profile for User ${user.name} cannot be found.`)
  return {
    LoginProfile: {
      UserName: user.name,
      CreateDate: user.console.createdAt,
      PasswordResetRequired: false,
    },
  }
}

/** The root user's device is only listed here, and only when it is virtual. */
const virtualDevices = (call: Call) => {
  const { id, iam } = call.account
  const root = {
    SerialNumber: `arn:aws:iam::${id}:mfa/root-account-mfa-device`,
    User: { UserId: id, Arn: arnOfRoot(id), CreateDate: iam.root.createdAt },
    EnableDate: iam.root.createdAt,
  }
  const ofUsers = iam.users.flatMap((user) =>
    user.mfaDevices
      .filter(({ kind }) => kind === 'virtual')
      .map(({ serial, enabledAt }) => ({
        SerialNumber: serial,
        User: userTree(id, user),
        EnableDate: enabledAt,
      })),
  )
  const assigned = [...(iam.root.mfa === 'virtual' ? [root] : []), ...ofUsers]
  const spare = iam.spareMfaDevices.map((SerialNumber) => ({ SerialNumber }))
  const status = call.input.text('AssignmentStatus') ?? 'Any'
  const devices = [
    ...(status === 'Unassigned' ? [] : assigned),
    ...(status === 'Assigned' ? [] : spare),
  ]
  return listed(call, 'VirtualMFADevices', devices, (device) => device)
}

const userDevices = (call: Call) => {
  const user = userOf(call)
  return listed(call, 'MFADevices', user.mfaDevices, ({ serial, enabledAt }) => ({
    UserName: user.name,
    SerialNumber: serial,
    EnableDate: enabledAt,
  }))
}

const accessKeys = (call: Call) => {
  const user = userOf(call)
  return listed(call, 'AccessKeyMetadata', user.accessKeys, ({ id, active, createdAt }) => ({
    UserName: user.name,
    AccessKeyId: id,
    Status: active ? 'Active' : 'Inactive',
    CreateDate: createdAt,
  }))
}

const certificates = (call: Call) =>
  listed(
    call,
    'ServerCertificateMetadataList',
    call.account.iam.serverCertificates,
    ({ name, id, uploadedAt, expiresAt }) => ({
      Path: '/',
      ServerCertificateName: name,
      ServerCertificateId: id,
      Arn: `arn:aws:iam::${call.account.id}:server-certificate/${name}`,
      UploadDate: uploadedAt,
      Expiration: expiresAt,
    }),
  )

const samlProviders = ({ account }: Call) => ({
  SAMLProviderList: account.iam.samlProviders.map(({ name, createdAt, validUntil }) => ({
    Arn: `arn:aws:iam::${account.id}:saml-provider/${name}`,
    ValidUntil: validUntil,
    CreateDate: createdAt,
  })),
})

/** A service name limits the list; no user in this state has credentials of that kind. */
const serviceCredentials = ({ account, caller, input }: Call) => {
  const name = input.text('UserName')
  const known = name === undefined || account.iam.users.some((user) => user.name === name)
  if (!known) throw noSuchEntity(`The user with name ${name} cannot be found by ${caller.arn}.`)
  return { ServiceSpecificCredentials: [] }
}

export const credentialOperations: Record<string, Operation> = {
  ListAccessKeys: { resource: userResource, answer: accessKeys },
  GetAccessKeyLastUsed: {
    resource: ({ account, input }) => {
      const id = input.text('AccessKeyId')
      const owner = account.iam.users.find((user) => user.accessKeys.some((key) => key.id === id))
      return owner ? arnOfUser(account.id, owner) : '*'
    },
    answer: keyLastUsed,
  },
  GetLoginProfile: { resource: userResource, answer: loginProfile },
  ListMFADevices: { resource: userResource, answer: userDevices },
  ListVirtualMFADevices: { answer: virtualDevices },
  ListServerCertificates: { answer: certificates },
  ListSAMLProviders: { answer: samlProviders },
  ListServiceSpecificCredentials: { resource: userResource, answer: serviceCredentials },
}
