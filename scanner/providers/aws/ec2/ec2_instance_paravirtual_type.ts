import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_paravirtual_type',
  title: 'Instance uses hardware virtualization',
  risk: 'Paravirtual instances run on an old generation of hardware without its protections, and AWS no longer builds on them.',
  fix: {
    text: 'Move the instance to an image with hardware virtualization on a current instance type.',
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-resize.html',
  },
  source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-24',
  over: 'instances',
  needs: ['virtualization'],
  judge: ({ instance_id, name, virtualization }) =>
    virtualization === 'paravirtual'
      ? fail(`${label(instance_id, name)} is paravirtual.`)
      : pass(`${label(instance_id, name)} uses hardware virtualization (${virtualization}).`),
})
