// The checks of whether the internet can reach a service's ports on instances.
import { type Check, fail, pass } from '../../../kit/index.ts'
import { exposureOf } from './exposure.ts'
import { label } from './label.ts'
import { type Ports, prefixListJoin, reachOf } from './openings.ts'
import { anyOf, identifier, inboundBlocks, usual } from './port-texts.ts'
import { check, type Instance } from './resources.ts'

export interface ExposedPortText {
  readonly id: string
  /** The service on the ports, as named in sentences: `SSH`. */
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

/** A check that no security group of an instance allows access from the internet to these ports. */
export const exposedPort = ({ id, what, ports, risk }: ExposedPortText): Check<Instance> =>
  check({
    id,
    title: `EC2 instance does not expose ${what} to the internet`,
    description: `Reads the security groups and addresses of each instance and the routes of its subnets to determine whether the internet can reach ${anyOf(ports)}, ${usual(what, ports)}.`,
    risk,
    decision: `Fails if the security groups of an interface allow the internet to reach ${anyOf(ports)}, by IP ranges or prefix lists. The internet means an eighth or more of the public IPv4 addresses, or of 2000::/3, in one rule or in several rules of one or more groups. The severity is critical if the interface has a public address of that family (for IPv6, an address in 2000::/3) and its subnet has a route to an internet gateway. It is high if the interface has only the address, and medium if it has no such address. Passes otherwise. Network ACLs, load balancers, other ports that ${what} can use, and whether a service listens on the port are not evaluated. If a security group, prefix list or subnet cannot be read, the check reports a coverage gap instead of a finding.`,
    fix: {
      text: `Remove the rule that opens ${what} to the internet from the security groups of the instance, and remove the public address if the instance does not need it.`,
      console: [
        'Open Amazon EC2, choose Instances, choose the instance, and then choose the Security tab.',
        `Under Inbound rules, find the rules for ${anyOf(ports)} with the source 0.0.0.0/0, ::/0 or a prefix list that contains one of them.`,
        'Choose the security group of the rule, and then choose Edit inbound rules.',
        `Delete the rule, or set its source to the security group of the ${what} clients, and choose Save rules.`,
        'If the instance does not need a public address, move it to a private subnet behind a load balancer or a NAT gateway.',
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
