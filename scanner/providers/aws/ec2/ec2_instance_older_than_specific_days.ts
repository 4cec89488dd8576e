import { fail, pass } from '../../../kit/index.ts'
import { daysSince } from '../days.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_older_than_specific_days',
  title: 'Running instance was started not too long ago',
  description:
    'Reads when each running instance was last started, as a sign of how long it goes without a new kernel or image.',
  risk: 'A machine that has run for very long has often missed kernel patches and drifted from whatever it was built from.',
  decision:
    'Fails when a running instance was last started more than `max_ec2_instance_age_in_days` whole days ago, 180 unless configured. Passes when that is not so, and in every state but running. Stopping and starting sets the time anew, a reboot does not; patches that were applied meanwhile are not seen.',
  fix: {
    text: 'Replace the instance by one from a current image, or patch it and stop and start it.',
    console: [
      'Open Amazon EC2, choose Instances, and sort them by Launch time.',
      'Build a current image, or patch the machine with Systems Manager Patch Manager.',
      'Launch a replacement from the current image, move the work there, and terminate the old instance.',
      'Where the instance has to stay, choose Instance state, then Stop instance, and start it again; a public address that is not Elastic changes by that.',
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
      ? fail(`${it} has run for ${days} days, longer than ${max}.`)
      : pass(`${it} has run for ${days} of at most ${max} days.`)
  },
})
