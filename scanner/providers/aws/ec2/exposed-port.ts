// The family of instance checks that ask whether the internet gets to a service's ports.
import { type Check, fail, pass } from '../../../kit/index.ts'
import { exposureOf } from './exposure.ts'
import { label } from './label.ts'
import { type Ports, prefixListJoin, reachOf } from './openings.ts'
import { check, type Instance } from './resources.ts'
import { lookingUp } from './unlisted.ts'

export interface ExposedPortText {
  readonly id: string
  /** What listens on the ports, as it reads in a sentence: `SSH`. */
  readonly what: string
  readonly ports: Ports
  readonly risk: string
}

/** A check that no security group of an instance lets the internet reach these ports. */
export const exposedPort = ({ id, what, ports, risk }: ExposedPortText): Check<Instance> =>
  lookingUp(
    check({
      id,
      title: `Instance does not expose ${what} to the internet`,
      risk,
      fix: {
        text: `Remove the rule that opens ${what} to everyone from the instance’s security groups, and take away a public address it does not need.`,
        cli: 'aws ec2 revoke-security-group-ingress --group-id <id> --security-group-rule-ids <rule id>',
        url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/changing-security-group.html',
      },
      source:
        'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/security-group-rules-reference.html',
      over: 'instances',
      needs: ['interfaces'],
      with: {
        securityGroups: { by: 'group_id', fields: ['ingress'] },
        subnets: { by: 'subnet_id', fields: ['internet'] },
        ...prefixListJoin,
      },
      judge: (instance, { joined }) => {
        const exposure = exposureOf(instance.interfaces, reachOf(ports), joined)
        if (!exposure) {
          return pass(
            `${label(instance.instance_id, instance.name)} keeps ${what} closed to the internet.`,
          )
        }
        const { opening, reach, severity } = exposure
        return fail(`${label(instance.instance_id, instance.name)} opens ${opening}; ${reach}.`, {
          severity,
        })
      },
    }),
  )
