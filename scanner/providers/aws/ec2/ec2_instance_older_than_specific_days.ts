import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_older_than_specific_days',
  title: 'Running EC2 instance was started recently',
  description:
    'Reads the last launch time of each running instance, which indicates how long it has run without a new kernel or image.',
  risk: 'A long-running instance often misses kernel patches and differs from its original configuration.',
  decision:
    'Fails if a running instance was last started more than `max_ec2_instance_age_in_days` whole days ago (180 by default). Passes otherwise, including in every state other than running. Stopping and starting the instance resets the time; a reboot does not. Patches applied since then are not evaluated.',
  fix: {
    text: 'Replace the instance with one from a current image, or patch it and then stop and start it.',
    console: [
      'Open Amazon EC2, choose Instances, and sort them by Launch time.',
      'Build a current image, or patch the machine with Systems Manager Patch Manager.',
      'Launch a replacement from the current image, migrate the workload, and terminate the old instance.',
      'To keep the instance, choose Instance state, choose Stop instance, and start it again. A public address that is not an Elastic IP address changes.',
    ],
    cli: 'aws ec2 stop-instances --instance-ids <id> && aws ec2 wait instance-stopped --instance-ids <id> && aws ec2 start-instances --instance-ids <id>',
    terraform: `resource "aws_autoscaling_group" "app" {
  min_size              = 2
  max_size              = 4
  vpc_zone_identifier   = [aws_subnet.private.id]
  max_instance_lifetime = 7776000 # 90 days, in seconds

  launch_template {
    id      = aws_launch_template.app.id
    version = "$Latest"
  }
}`,
    url: 'https://docs.aws.amazon.com/systems-manager/latest/userguide/patch-manager.html',
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/update-management.html',
  over: 'instances',
  needs: ['launched_at'],
  config: { max_ec2_instance_age_in_days: 180 },
  judge: ({ instance_id, name, state, launched_at }, { now, config }) => {
    const it = label(instance_id, name)
    const max = config.max_ec2_instance_age_in_days
    if (state !== 'running') return pass(`${it} is not running (${state}).`)
    const days = daysSince(launched_at, now)
    return days > max
      ? fail(`${it} has run for ${days} days, more than the limit of ${max}.`)
      : pass(`${it} has run for ${days} days, within the limit of ${max}.`)
  },
})
