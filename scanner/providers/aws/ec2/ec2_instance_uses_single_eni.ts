import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_uses_single_eni',
  title: 'Instance has one network interface',
  risk: 'A machine in two subnets joins what they were to keep apart, past their routes and ACLs, and replies may leave by the wrong door.',
  fix: {
    text: 'Detach interfaces that nothing needs.',
    cli: 'aws ec2 detach-network-interface --attachment-id <id>',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-17',
  over: 'instances',
  needs: ['interfaces'],
  judge: ({ instance_id, name, interfaces }) => {
    // EFA and trunk interfaces are there for speed and for containers, beside the ordinary one.
    const ordinary = interfaces.filter(({ type }) => type === 'interface')
    const ids = ordinary.map(({ interface_id }) => interface_id).join(', ')
    return ordinary.length > 1
      ? fail(`${label(instance_id, name)} has ${ordinary.length} network interfaces: ${ids}.`)
      : pass(
          `${label(instance_id, name)} has ${ids ? `one network interface, ${ids}` : 'no ordinary network interface'}.`,
        )
  },
})
