/** An IAM policy that allows only these actions, all of which are read-only. */
export const permissionPolicy = (actions: readonly string[]): object => ({
  Version: '2012-10-17',
  Statement: [{ Sid: 'PlumblineReads', Effect: 'Allow', Action: actions, Resource: '*' }],
})

/** The same permissions in as few policies as a user can have attached, because users have no room for one inline policy. */
export function managedPolicies(actions: readonly string[]): readonly object[] {
  const policies: object[] = []
  let held: readonly string[] = []
  for (const action of actions) {
    if (policySize(permissionPolicy([...held, action])) > policyLimits.managed) {
      policies.push(permissionPolicy(held))
      held = []
    }
    held = [...held, action]
  }
  return [...policies, permissionPolicy(held)]
}

/** The size of a policy as IAM counts it. */
export const policySize = (policy: object): number => JSON.stringify(policy).length

/** Maximum characters of a managed policy, and of all inline policies of a role together. Users have 2,048. */
export const policyLimits = { managed: 6_144, inline: 10_240 } as const
