#!/bin/sh
# Runs a command in the root file system of a container, without a container runtime: own namespaces, read-only root, no
# capabilities, any uid. Call as root: unshare --mount --pid --fork --ipc --uts [--net] container-run.sh ROOT ARCHIVE
# DATA BACKUP UID COMMAND… The environment is passed on.
set -eu
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
root=$1 archive=$2 data=$3 backup=$4 uid=$5
shift 5
mount --make-rprivate /
ip link set lo up
mount --bind "$root" "$root"
mkdir -p "$root/data" "$root/backup" "$root/proc" "$root/opt/anlan"
mount -t proc none "$root/proc"
mount -t tmpfs -o mode=755 none "$root/dev"
for device in null urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm"
mount -t tmpfs -o mode=1777 none "$root/dev/shm"
mount -t tmpfs -o mode=1777 none "$root/tmp"
mount --bind "$data" "$root/data"
mount --bind "$backup" "$root/backup"
mount --bind "$archive" "$root/opt/anlan"
mount -o remount,bind,ro "$root/opt/anlan"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "$uid" --regid 0 --clear-groups --no-new-privs --bounding-set=-all \
  --inh-caps=-all "$@"
