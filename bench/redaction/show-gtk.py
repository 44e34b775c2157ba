"""Shows the scene named by each line of standard input in one GTK 3 window whose title becomes the scene's."""
import json
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import GLib, Gtk, PangoCairo

window = Gtk.Window(title="empty", default_width=620, default_height=420, resizable=False)


def painted(text):
    area = Gtk.DrawingArea(hexpand=True)
    area.set_size_request(-1, 24)

    def draw(widget, cairo):
        layout = widget.create_pango_layout(text)
        Gtk.render_layout(widget.get_style_context(), cairo, 0, 3, layout)

    area.connect("draw", draw)
    return area


def field(row):
    if row["look"] == "canvas":
        return painted(row["text"])
    if row["look"] == "label":
        return Gtk.Label(label=row["text"], xalign=0, hexpand=True)
    return Gtk.Entry(text=row["text"], visibility=row["look"] != "password", hexpand=True)


def show(scene):
    if window.get_child():
        window.remove(window.get_child())
    grid = Gtk.Grid(row_spacing=6, column_spacing=12, border_width=14)
    for y, row in enumerate(scene["rows"]):
        caption = Gtk.Label(label=row["label"], xalign=0, width_request=110, height_request=34)
        grid.attach(caption, 0, y, 1, 1)
        grid.attach(field(row), 1, y, 1, 1)
    window.add(grid)
    window.show_all()
    window.set_focus(None)
    window.set_title(scene["title"])


def read():
    for line in sys.stdin:
        scene = json.loads(line)
        GLib.idle_add(show, scene)
    GLib.idle_add(Gtk.main_quit)


threading.Thread(target=read, daemon=True).start()
window.show_all()
Gtk.main()
