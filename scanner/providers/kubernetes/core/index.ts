import { service } from '../../../kit/index.ts'
import type { Kubernetes } from '../client.ts'
import cpuLimitsSet from './core_cpu_limits_set.ts'
import cpuRequestsSet from './core_cpu_requests_set.ts'
import imageTagFixed from './core_image_tag_fixed.ts'
import livenessProbeConfigured from './core_liveness_probe_configured.ts'
import memoryLimitsSet from './core_memory_limits_set.ts'
import memoryRequestsSet from './core_memory_requests_set.ts'
import minimizeAdmissionHostportContainers from './core_minimize_admission_hostport_containers.ts'
import minimizeAdmissionWindowsHostprocessContainers from './core_minimize_admission_windows_hostprocess_containers.ts'
import minimizeAllowPrivilegeEscalationContainers from './core_minimize_allowPrivilegeEscalation_containers.ts'
import minimizeContainersAddedCapabilities from './core_minimize_containers_added_capabilities.ts'
import minimizeContainersCapabilitiesAssigned from './core_minimize_containers_capabilities_assigned.ts'
import minimizeHostIPCContainers from './core_minimize_hostIPC_containers.ts'
import minimizeHostNetworkContainers from './core_minimize_hostNetwork_containers.ts'
import minimizeHostPIDContainers from './core_minimize_hostPID_containers.ts'
import minimizeHostpathVolumeMounts from './core_minimize_hostpath_volume_mounts.ts'
import minimizeNetRawCapabilityAdmission from './core_minimize_net_raw_capability_admission.ts'
import minimizePrivilegedContainers from './core_minimize_privileged_containers.ts'
import minimizeRootContainersAdmission from './core_minimize_root_containers_admission.ts'
import noSecretsEnvs from './core_no_secrets_envs.ts'
import readinessProbeConfigured from './core_readiness_probe_configured.ts'
import readonlyRootFilesystemEnabled from './core_readonly_root_filesystem_enabled.ts'
import seccompProfileDockerDefault from './core_seccomp_profile_docker_default.ts'
import { collect } from './collect.ts'
import type { Core } from './resources.ts'

export default service<Core, Kubernetes>({
  name: 'core',
  scope: 'global',
  kinds: { workloads: { list: ['list pods'], fields: { specs: [] } } },
  collect,
  checks: [
    cpuLimitsSet,
    cpuRequestsSet,
    imageTagFixed,
    livenessProbeConfigured,
    memoryLimitsSet,
    memoryRequestsSet,
    minimizeAdmissionHostportContainers,
    minimizeAdmissionWindowsHostprocessContainers,
    minimizeAllowPrivilegeEscalationContainers,
    minimizeContainersAddedCapabilities,
    minimizeContainersCapabilitiesAssigned,
    minimizeHostIPCContainers,
    minimizeHostNetworkContainers,
    minimizeHostPIDContainers,
    minimizeHostpathVolumeMounts,
    minimizeNetRawCapabilityAdmission,
    minimizePrivilegedContainers,
    minimizeRootContainersAdmission,
    noSecretsEnvs,
    readinessProbeConfigured,
    readonlyRootFilesystemEnabled,
    seccompProfileDockerDefault,
  ],
})
