import { verify } from '../../../kit/verify.ts'
import check from './kubelet_conf_file_ownership.ts'
import { node } from './worlds.ts'

verify(check, {
  manual: [node(), node({ os: null })],
  none: [node({ os: 'windows' }), node({ virtual: true })],
})
