/** After the disk has refused a commit, this long until what it refused is tried again. */
export const DISK_WAIT_MS = 5_000;
