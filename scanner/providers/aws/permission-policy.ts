/** An IAM policy that allows only these actions, all of which are read-only. */
export const permissionPolicy = (actions: readonly string[]): object => ({
  Version: '2012-10-17',
  Statement: [{ Sid: 'PlumblineReads', Effect: 'Allow', Action: actions, Resource: '*' }],
})

/** The size of a policy as IAM counts it. */
export const policySize = (policy: object): number => JSON.stringify(policy).length

/** Maximum characters of a managed policy, and of all inline policies of a role together. */
export const policyLimits = { managed: 6_144, inline: 10_240 } as const
