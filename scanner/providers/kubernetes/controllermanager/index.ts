import { service } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import { withPods } from '../control-plane.ts'
import bindAddress from './controllermanager_bind_address.ts'
import disableProfiling from './controllermanager_disable_profiling.ts'
import garbageCollection from './controllermanager_garbage_collection.ts'
import rootCaFileSet from './controllermanager_root_ca_file_set.ts'
import rotateKubeletServerCert from './controllermanager_rotate_kubelet_server_cert.ts'
import serviceAccountCredentials from './controllermanager_service_account_credentials.ts'
import serviceAccountPrivateKeyFile from './controllermanager_service_account_private_key_file.ts'
import { collect } from './collect.ts'
import { type ControllerManager, flags } from './resources.ts'

export default service<ControllerManager, Kubernetes>({
  name: 'controllermanager',
  scope: 'global',
  kinds: { managers: { list: ['list pods'], fields: withPods(flags) } },
  collect,
  checks: [
    bindAddress,
    disableProfiling,
    garbageCollection,
    rootCaFileSet,
    rotateKubeletServerCert,
    serviceAccountCredentials,
    serviceAccountPrivateKeyFile,
  ],
})
