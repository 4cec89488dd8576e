import { fail, pass } from '../../../kit/index.ts'
import { check, isRotatable } from './resources.ts'

export default check({
  id: 'kms_cmk_rotation_enabled',
  title: 'Key rotates its material each year',
  risk: 'The longer one key material is in use, the more data a single loss of it opens.',
  fix: {
    text: 'Turn on automatic rotation of the key.',
    cli: 'aws kms enable-key-rotation --key-id <id>',
  },
  source: 'https://docs.aws.amazon.com/kms/latest/developerguide/rotate-keys.html',
  over: 'keys',
  needs: ['details', 'rotation'],
  judge: ({ name, details, rotation }) => {
    if (!isRotatable(details)) return []
    return rotation
      ? pass(`The key ${name} rotates automatically.`)
      : fail(`The key ${name} does not rotate.`)
  },
})
