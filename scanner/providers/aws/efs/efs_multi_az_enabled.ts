import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'efs_multi_az_enabled',
  title: 'File system outlives a zone',
  description:
    'Reads whether a file system of EFS is kept in several availability zones, and whether it can be mounted in more than one.',
  risk: 'When the zone fails, so does everything that mounts the file system; one that is kept in a single zone can be lost with it.',
  decision:
    'Passes when the file system is a regional one with two mount targets or more; a zone has one at most. Fails when it is kept in one zone, and when it has one mount target or none. One that is being made or deleted is not judged.',
  fix: {
    text: 'Use a regional file system, with a mount target in each zone that machines run in.',
    console: [
      'A file system of one zone stays one: open Amazon EFS, choose Create file system, then Customize, and the type Regional, and copy the files.',
      'For a regional one choose the file system, the tab Network, then Manage, and add mount targets.',
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
    if (zone) return fail(`The file system ${name} is kept in ${zone} alone.`)
    return targets > 1
      ? pass(`The file system ${name} can be mounted in ${targets} zones.`)
      : fail(`The file system ${name} can be mounted in ${targets === 1 ? 'one zone' : 'no zone'}.`)
  },
})
