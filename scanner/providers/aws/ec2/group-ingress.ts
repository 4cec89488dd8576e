// The family of security group checks that ask what the internet may reach.
import { type Check, fail, type Fix, pass, type Verdict } from '../../../kit/index.ts'
import { label } from './label.ts'
import { type Opening, openings, origin, type Ports, prefixListJoin, reachOf } from './openings.ts'
import { check, type SecurityGroup } from './resources.ts'
import { lookingUp } from './unlisted.ts'

export const closeFix: Fix = {
  text: 'Remove the rule, or narrow it to the addresses or the security group that need it. Administration goes through Session Manager or a VPN.',
  cli: 'aws ec2 revoke-security-group-ingress --group-id <id> --security-group-rule-ids <rule id>',
  url: 'https://docs.aws.amazon.com/vpc/latest/userguide/working-with-security-group-rules.html',
}

/** The verdict on a group from its openings to `what`. */
export const groupVerdict = (
  group: { readonly group_id: string; readonly name: string },
  what: string,
  found: readonly Opening[],
): Verdict => {
  if (found.length === 0)
    return pass(`${label(group.group_id, group.name)} keeps ${what} closed to the internet.`)
  const sources = Map.groupBy(found, ({ what: opened }) => opened)
  const ways = [...sources].map(
    ([opened, openings]) => `${opened} to ${[...new Set(openings.map(origin))].join(' and ')}`,
  )
  return fail(`${label(group.group_id, group.name)} opens ${ways.join('; ')}.`)
}

export interface GroupIngressText {
  readonly id: string
  /** What listens on the ports, as it reads in a sentence: `SSH`. */
  readonly what: string
  readonly ports: Ports
  readonly risk: string
  readonly source?: string
}

/** A check that a security group does not let the internet reach these ports, over IPv4 or IPv6. */
export const groupIngress = ({
  id,
  what,
  ports,
  risk,
  source,
}: GroupIngressText): Check<SecurityGroup> =>
  lookingUp(
    check({
      id,
      title: `Security group keeps ${what} closed to the internet`,
      risk,
      fix: closeFix,
      source:
        source ?? 'https://docs.aws.amazon.com/vpc/latest/userguide/security-group-rules.html',
      over: 'securityGroups',
      needs: ['ingress'],
      with: prefixListJoin,
      judge: (group, { joined: { prefixLists } }) =>
        groupVerdict(group, what, openings(group.ingress, reachOf(ports), prefixLists)),
    }),
  )
