#!/bin/sh
# run-image.sh ROOT DATA COMMAND …: runs an unpacked image without a container engine, as a user of its own, with a
# read-only root and as process 1. ROOT is the unpacked image, DATA a folder that user 65532 owns. Settings are taken
# from the environment: variables that begin with IMAGE_ are passed on without this beginning, such as IMAGE_PORT=8080.
# TMPFS has the folders in memory as Compose writes them, one per line, such as /tmp:size=64m,mode=1777.
# Needs Linux and root.
set -eu
export ROOT=$1 DATA=$2
shift 2
exec unshare --mount --pid --fork --kill-child sh -eu -c '
  mount --make-rprivate /
  mount --bind "$ROOT" "$ROOT"
  mount --bind "$DATA" "$ROOT/data"
  for folder in ${TMPFS:-/tmp:size=256m,mode=1777}; do
    mount -t tmpfs -o "nosuid,nodev,${folder#*:}" tmpfs "$ROOT${folder%%:*}"
  done
  mount -t proc proc "$ROOT/proc"
  # Node reads the memory limit of its control group here.
  mount -t sysfs -o ro sysfs "$ROOT/sys"
  mount --rbind /sys/fs/cgroup "$ROOT/sys/fs/cgroup"
  mount -t tmpfs -o mode=755,size=1m tmpfs "$ROOT/dev"
  for name in null zero random urandom; do
    touch "$ROOT/dev/$name"
    mount --bind "/dev/$name" "$ROOT/dev/$name"
  done
  mount -o remount,bind,ro "$ROOT"
  # The command replaces each shell: it is process 1 and receives signals itself.
  set -- /usr/local/bin/node /opt/plumbline/bin/plumbline.cjs "$@"
  settings=$(env | sed -n "s/^IMAGE_\([A-Z0-9_]*=.*\)/\1/p")
  IFS="
"
  exec env -i PATH=/usr/local/bin NODE_ENV=production HOST=127.0.0.1 PORT=8080 DATA_DIR=/data HOME=/tmp $settings \
    /usr/bin/setpriv --no-new-privs /usr/sbin/chroot --userspec=65532:65532 "$ROOT" "$@"
' sh "$@"
