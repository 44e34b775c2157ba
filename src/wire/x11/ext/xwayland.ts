import { extension } from '../codec/message.js';

/** Has no requests of use: its presence tells that the server is a client of a Wayland compositor. Since 23.1. */
export const XWayland = extension('XWAYLAND');
