import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_multi_az_enabled',
  title: 'EFS file system is available in multiple Availability Zones',
  description:
    'Reads whether each EFS file system is stored in several Availability Zones, and whether it has mount targets in more than one.',
  risk: 'If the zone fails, all clients of the file system fail. Data that is stored in a single zone can be lost.',
  decision:
    'Passes if the file system is Regional and has two or more mount targets; each zone has at most one. Fails if it is a One Zone file system, or if it has one mount target or none. File systems that are being created or deleted give no finding.',
  fix: {
    text: 'Use a Regional file system with a mount target in each Availability Zone that clients run in.',
    console: [
      'A One Zone file system cannot be converted. Open Amazon EFS, choose Create file system, choose Customize and the type Regional, and copy the files.',
      'For a Regional file system, choose the file system, choose the Network tab, choose Manage, and add mount targets.',
    ],
    cli: 'aws efs create-mount-target --file-system-id <file system> --subnet-id <subnet> --security-groups <group>',
    terraform: `resource "aws_efs_mount_target" "shared" {
  for_each        = toset(var.private_subnet_ids)
  file_system_id  = aws_efs_file_system.shared.id
  subnet_id       = each.value
  security_groups = [aws_security_group.nfs.id]
}`,
  },
  source: 'https://docs.aws.amazon.com/efs/latest/ug/availability-durability.html',
  links: ['https://docs.aws.amazon.com/efs/latest/ug/accessing-fs.html'],
  over: 'fileSystems',
  needs: [],
  judge: ({ name, state, zone, mount_targets: targets }) => {
    if (state.startsWith('delet') || state === 'creating') return []
    if (zone) return fail(`The file system ${name} is stored only in ${zone}.`)
    return targets > 1
      ? pass(`The file system ${name} has mount targets in ${targets} zones.`)
      : fail(
          `The file system ${name} has mount targets in ${targets === 1 ? 'one zone' : 'no zone'}.`,
        )
  },
})
