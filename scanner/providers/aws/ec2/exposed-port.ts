// The family of instance checks that ask whether the internet gets to a service's ports.
import { type Check, fail, pass } from '../../../kit/index.ts'
import { exposureOf } from './exposure.ts'
import { label } from './label.ts'
import { type Ports, prefixListJoin, reachOf } from './openings.ts'
import { anyOf, identifier, inboundBlocks, usual } from './port-texts.ts'
import { check, type Instance } from './resources.ts'

export interface ExposedPortText {
  readonly id: string
  /** What listens on the ports, as it reads in a sentence: `SSH`. */
  readonly what: string
  readonly ports: Ports
  readonly risk: string
}

const terraform = (name: string, ports: Ports): string => `resource "aws_instance" "server" {
  ami                    = var.image_id
  instance_type          = "m7i.large"
  subnet_id              = aws_subnet.private.id
  vpc_security_group_ids = [aws_security_group.${name}.id]
}

resource "aws_security_group" "${name}" {
  vpc_id = aws_vpc.main.id

${inboundBlocks(ports, 'security_groups', '[aws_security_group.clients.id]')}
}`

/** A check that no security group of an instance lets the internet reach these ports. */
export const exposedPort = ({ id, what, ports, risk }: ExposedPortText): Check<Instance> =>
  check({
    id,
    title: `Instance does not expose ${what} to the internet`,
    description: `Reads the security groups of each instance, its addresses and the routes of its subnets, to tell whether the internet gets to ${anyOf(ports)}, ${usual(what, ports)}.`,
    risk,
    decision: `Fails when the security groups of an interface let the internet in to ${anyOf(ports)}, by ranges or prefix lists: an eighth or more of the public IPv4 addresses, or of 2000::/3, in one rule or in several together, also of several groups. The severity is critical where the interface has a public address of that family, for IPv6 one of 2000::/3, and its subnet a route to an internet gateway, high with the address alone, medium without one. Passes otherwise. Network ACLs, load balancers, other ports that ${what} may be set to, and what really listens are not looked at. A group, list or subnet that could not be read gives no verdict but a gap in coverage.`,
    fix: {
      text: `Remove the rule that opens ${what} to everyone from the instance’s security groups, and take away a public address it does not need.`,
      console: [
        'Open Amazon EC2, choose Instances, then the instance, and its tab Security.',
        `Under Inbound rules, find those for ${anyOf(ports)} with the source 0.0.0.0/0, ::/0 or a prefix list that holds one of them.`,
        'Choose the security group of such a rule, then Edit inbound rules.',
        `Delete the rule, or set its source to the security group of those who use ${what}, and choose Save rules.`,
        'Where the instance needs no public address, move it to a private subnet, behind a load balancer or a NAT gateway.',
      ],
      cli: `aws ec2 revoke-security-group-ingress --group-id <group of the instance> --security-group-rule-ids <rule that opens ${what.toLowerCase()}>`,
      terraform: terraform(identifier(what), ports),
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
          `No security group of ${label(instance.instance_id, instance.name)} opens ${what} to the internet.`,
        )
      }
      const { opening, reach, severity } = exposure
      return fail(`${label(instance.instance_id, instance.name)} opens ${opening}; ${reach}.`, {
        severity,
      })
    },
  })
